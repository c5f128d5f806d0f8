import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { AuditEvent_Action, AuditEvent_Source, FieldChangeSchema } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
import { actionLabel, fieldLabel, kindLabel, sourceLabel, tellingChanges, valueText } from './trail-words';

describe('the words of the trail', () => {
  test.each([
    ['bid_id', 'Bid ID'],
    ['mobile_no', 'Mobile no.'],
    ['is_active', 'Active'],
    ['tender_bid_value', 'Tender bid value'],
    ['some_later_field', 'Some later field'],
    ['filter.bid_id', 'Filter: Bid ID'],
    ['filter.date_range.from', 'Filter: From date'],
  ])('a column %s reads %s', (column, label) => {
    expect(fieldLabel(column)).toBe(label);
  });

  test.each([
    ['paper_cost', '1250050', '₹12,500.50'],
    ['amount', '100000', '₹1,000'],
    ['tender_bid_percentage', '-112500', '-11.25 %'],
    ['estimated_rate', '48250', '₹482.50'],
    ['estimated_quantity', '12505000', '1,250.5'],
    ['progress', '3350', '33.5 %'],
    ['actual_effort', '75000', '7.5 h'],
    ['priority', 'URGENT', 'Urgent'],
    ['priority', 'LOW', 'Low'],
    ['deposit_type', 'ADVANCE_BG', 'Advance BG'],
    ['doc_type', 'VEHICLE_RC', 'Vehicle RC'],
    ['entity_type', 'VEHICLE_INSURANCE', 'Vehicle insurance'],
    ['theme', 'DARK', 'Dark'],
    ['mail_link', 'PASSWORD_RESET', 'Password reset'],
    ['unknown_columns', '["Zone","Remark"]', 'Zone, Remark'],
    ['unknown_columns', '[]', 'nothing'],
    ['list', 'contracts.contract-deposit', 'Contracts contract deposit'],
    ['list_columns', '[{"list":"projects","order":[],"hidden":[]}]', '1 list'],
    ['query', 'status=DRAFT&status=AWARDED&sort=bidId', '3 conditions'],
    ['reference_no', '01a227f6-b40c-7022-acf4-c4800eac53f7', '01a227f6-b40c-7022-acf4-c4800eac53f7'],
    ['is_active', 'false', 'No'],
    ['opening_date', '2026-05-19', '19 May 2026'],
    ['last_used', '2026-05-19T08:35:00.000Z', '19 May 2026, 2:05 pm'],
    ['status', 'WORK_ORDER_ISSUED', 'Work order issued'],
    ['license_no', 'LIC', 'LIC'],
    ['comment', '', 'nothing'],
    ['filter.status', 'DRAFT, WORK_ORDER_ISSUED', 'Draft, Work order issued'],
    ['filter.contract_name', 'Road, bridge', 'Road, bridge'],
    ['filter.statuses', 'WORK_IN_PROGRESS, DRAFT', 'Work in progress, Draft'],
    ['filter.deposit_statuses', 'PENDING_REFUND', 'Pending refund'],
    ['filter.deposit_types', 'PERFORMANCE_SECURITY', 'Performance security'],
    ['filter.entity', 'security_deposit', 'Security deposit'],
    ['filter.action', 'BULK_IMPORT, UPDATE', 'Imported, Changed'],
    ['filter.source', 'JSON', 'JSON interface'],
    ['filter.assigned_to', '01a227f6-b40c-7022-acf4-c4800eac53f7', 'one person'],
    ['filter.entity_id', '01a227f6-b40c-7022-acf4-c4800eac53f7', 'one record'],
    ['password_hash', '(hidden)', '(hidden)'],
  ])('%s of %s reads %s', (column, value, text) => {
    expect(valueText(column, value)).toBe(text);
  });

  test('kinds, actions and sources have names, unknown kinds too', () => {
    expect(kindLabel('security_deposit')).toBe('Security deposit');
    expect(kindLabel('vehicle_insurance')).toBe('Vehicle insurance');
    expect(actionLabel(AuditEvent_Action.BULK_IMPORT)).toBe('Imported');
    expect(actionLabel(AuditEvent_Action.LOCK_OUT)).toBe('Locked out');
    expect(sourceLabel(AuditEvent_Source.WEB)).toBe('Web app');
  });

  test('what only a machine reads, and what did not change, is left out', () => {
    const change = (field: string, from: string, to: string) => create(FieldChangeSchema, { field, from, to });
    const told = tellingChanges([
      change('id', '', '0190'),
      change('comment', '', ''),
      change('name_key', 'a', 'b'),
      change('name', 'A', 'B'),
    ]);
    expect(told.map(({ field }) => field)).toEqual(['name']);
  });

  test('a change from a deleted user to another one with their address is told', () => {
    const [from, to] = ['ravi@bharat.example', 'ravi@bharat.example'];
    const change = (fromState: UserState) => create(FieldChangeSchema, { field: 'assigned_to', from, fromState, to });
    expect(tellingChanges([change(UserState.DELETED)])).toHaveLength(1);
    expect(tellingChanges([change(UserState.UNSPECIFIED)])).toEqual([]);
  });
});

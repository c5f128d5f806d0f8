import { create, type DescMessage, getOption } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { contractValues } from '@/features/contracts/contract-form';
import { depositValues } from '@/features/contracts/deposits/deposit-form';
import { projectValues } from '@/features/projects/project-form';
import { taskValues } from '@/features/tasks/task-values';
import { tenantValues } from '@/features/tenants/tenant-form';
import { userValues } from '@/features/users/user-form';
import { FieldBehavior, field_behavior } from '@/gen/google/api/field_behavior_pb';
import { ProfileSchema, UpdateProfileRequestSchema } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { UpdateContractRequestSchema } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositSchema } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { UpdateSecurityDepositRequestSchema } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ModuleSchema, UpdateModuleRequestSchema } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { RoleSchema, UpdateRoleRequestSchema } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { TenantSchema } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { UpdateTenantRequestSchema } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserSchema } from '@/gen/nirmaan/platform/v1/user_pb';
import { UpdateUserRequestSchema } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { ProjectSchema } from '@/gen/nirmaan/projects/v1/project_pb';
import { UpdateProjectRequestSchema } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { UpdateTaskRequestSchema } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { masked } from '@/kit/form/mask';

/** What forms hold besides the fields of their record. */
const ASIDE = [
  'stored',
  'heading',
  'storedProgress',
  'ownProgress',
  'onOwnFigures',
  'estimatedAmount',
  'actualAmount',
  'signIn',
  'userId',
  'wasActive',
  'handOverToId',
  'roleIds',
  'giveRoleIds',
  'filledReturned',
  'filledOwn',
];

/** Each form's record, the request of its update, and what the form holds of a record. */
const forms: [string, DescMessage, DescMessage, object][] = [
  ['contract', ContractSchema, UpdateContractRequestSchema, contractValues(create(ContractSchema))],
  ['deposit', SecurityDepositSchema, UpdateSecurityDepositRequestSchema, depositValues(create(SecurityDepositSchema))],
  ['project', ProjectSchema, UpdateProjectRequestSchema, projectValues(create(ProjectSchema))],
  ['task', TaskSchema, UpdateTaskRequestSchema, taskValues(create(TaskSchema))],
  ['tenant', TenantSchema, UpdateTenantRequestSchema, tenantValues(create(TenantSchema))],
  ['user', UserSchema, UpdateUserRequestSchema, userValues(create(UserSchema))],
  ['role', RoleSchema, UpdateRoleRequestSchema, { name: '', description: '' }],
  ['module', ModuleSchema, UpdateModuleRequestSchema, { name: '', description: '', status: true }],
];

const paths = (request: DescMessage, record: DescMessage, names: readonly string[]) =>
  (masked(request, record, {}, names) as { updateMask?: { paths: string[] } }).updateMask?.paths;

describe('the mask of an update', () => {
  it.each(forms)('of a %s names all that its form holds, as the protocol does', (_, record, request, values) => {
    const names = Object.keys(values).filter((name) => !ASIDE.includes(name));
    const sent = paths(request, record, Object.keys(values)) ?? [];
    expect(sent).toHaveLength(names.length);
    const refused = record.fields.filter(
      (field) => sent.includes(field.name) && getOption(field, field_behavior).includes(FieldBehavior.OUTPUT_ONLY),
    );
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it('is only where the call takes one', () => {
    expect(paths(UpdateContractRequestSchema, ContractSchema, ['bidId', 'paperCost'])).toEqual([
      'bid_id',
      'paper_cost',
    ]);
    expect(paths(UpdateProfileRequestSchema, ProfileSchema, ['mobileNo'])).toBeUndefined();
  });
});

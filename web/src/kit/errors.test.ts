import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { t } from '@/i18n/base';
import { conflict, invalid, refused } from '@/testing/refusals';
import { fieldErrors, isNotFound, isPermissionDenied, requestIdOf, userMessage, versionConflict } from './errors';

describe('fieldErrors', () => {
  test('names the fields as the form does', () => {
    const error = invalid({
      'contract.bid_id': 'Bid ID is required.',
      'contract.paper_cost.paise': 'Too large.',
      title: 'Too long.',
    });
    expect(fieldErrors(error, 'contract.')).toEqual({
      bidId: 'Bid ID is required.',
      paperCost: 'Too large.',
      title: 'Too long.',
    });
  });

  test('keeps the first message of a field', () => {
    const error = invalid({ name: 'one' }, { name: 'two' });
    expect(fieldErrors(error, '')).toEqual({ name: 'one' });
  });

  test('is empty for any other failure', () => {
    expect(fieldErrors(new Error('x'), '')).toEqual({});
  });
});

describe('userMessage', () => {
  test.each([
    [Code.FailedPrecondition, 'It has a project.'],
    [Code.AlreadyExists, 'It has a project.'],
    [Code.Unavailable, 'It has a project.'],
    [Code.Internal, 'fallback'],
    [Code.Unknown, 'fallback'],
    [Code.DeadlineExceeded, t.errors.timeout],
  ])('code %s', (code, message) => {
    expect(userMessage(new ConnectError('It has a project.', code), 'fallback')).toBe(message);
  });

  test('passes on what to do about a question that the database gave up', () => {
    const error = refused(Code.DeadlineExceeded, 'Ask for less.', 'TOO_SLOW');
    expect(userMessage(error, 'fallback')).toBe('Ask for less.');
  });

  test('does not pass on the number of a status', () => {
    expect(userMessage(new ConnectError('HTTP 503', Code.Unavailable), 'fallback')).toBe(t.errors.network);
    expect(userMessage(new ConnectError('HTTP 403', Code.PermissionDenied), 'fallback')).toBe('fallback');
  });

  test('says the fallback for what is no answer of the server', () => {
    expect(userMessage(new TypeError('x is undefined'), 'fallback')).toBe('fallback');
  });
});

test('knows refusals and missing records', () => {
  expect(isPermissionDenied(new ConnectError('no', Code.PermissionDenied))).toBe(true);
  expect(isPermissionDenied(new Error('no'))).toBe(false);
  expect(isNotFound(new ConnectError('gone', Code.NotFound))).toBe(true);
});

describe('versionConflict', () => {
  const facts = { version: '7', updatedBy: 'a@b.example', updatedAt: '2026-01-10T08:00:00Z' };

  test('tells who changed the record', () => {
    expect(versionConflict(conflict(7n, facts))).toEqual({
      version: 7n,
      updatedBy: 'a@b.example',
      updatedAt: '2026-01-10T08:00:00Z',
    });
  });

  test('is undefined for other reasons', () => {
    expect(versionConflict(refused(Code.Aborted, 'old', 'OTHER', facts))).toBeUndefined();
    expect(versionConflict(new ConnectError('old', Code.NotFound))).toBeUndefined();
  });
});

test('reads the request id from the metadata', () => {
  expect(requestIdOf(new ConnectError('x', Code.Internal, { 'x-request-id': 'r-1' }))).toBe('r-1');
  expect(requestIdOf(new Error('x'))).toBeUndefined();
});

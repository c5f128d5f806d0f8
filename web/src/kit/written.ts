import { isMessage, type Message } from '@bufbuild/protobuf';
import type { Query } from '@tanstack/react-query';

/** A record, as the protocol says it wherever it is answered. */
type RecordMessage = Message & { readonly id: string };

type Rows = readonly unknown[];

const isRecord = (value: unknown): value is RecordMessage =>
  isMessage(value) && 'id' in value && typeof value.id === 'string' && value.id !== '';

/** Changes the rows of a list that was read. The list is thereby no younger, and an error that it has stays. */
function changeRows(query: Query, change: (rows: Rows) => Rows): void {
  const { data } = query.state;
  if (!isMessage(data)) return;
  const lists = Object.entries(data).flatMap(([name, value]) => (Array.isArray(value) ? [{ name, rows: value }] : []));
  const changed = lists
    .map(({ name, rows }) => ({ name, rows, next: change(rows) }))
    .filter(({ rows, next }) => next.length !== rows.length || next.some((row, place) => row !== rows[place]));
  if (changed.length === 0) return;
  // The total is that of a page's rows, whatever comes beside them.
  const fewer = changed
    .filter(({ name }) => name === 'content')
    .reduce((sum, { rows, next }) => sum + rows.length - next.length, 0);
  const total =
    'totalElements' in data && typeof data.totalElements === 'bigint'
      ? { totalElements: data.totalElements - BigInt(fewer) }
      : {};
  query.setState({ data: { ...data, ...Object.fromEntries(changed.map(({ name, next }) => [name, next])), ...total } });
}

/** What tells a record from others of its kind; there is only one of those that have none, such as an organisation's settings. */
const idOf = (message: Message) => ('id' in message ? message.id : undefined);

/** Whether a message is of a later version than another; what a repeated create answers may be of an early one. */
const isNewer = (one: Message, other: Message) =>
  'version' in one &&
  'version' in other &&
  typeof one.version === 'bigint' &&
  typeof other.version === 'bigint' &&
  one.version > other.version;

/** Shows the record that a write has answered wherever it was read, by itself or as a row of a list. */
export function takeAnswer(read: readonly Query[], answer: Message): void {
  const isSame = (one: unknown) =>
    isMessage(one) &&
    one.$typeName === answer.$typeName &&
    idOf(one) === idOf(answer) &&
    idOf(one) !== '' &&
    !isNewer(one, answer);
  for (const query of read) {
    if (isSame(query.state.data)) query.setData(answer);
    else changeRows(query, (rows) => rows.map((row) => (isSame(row) ? answer : row)));
  }
}

/** Takes the rows of deleted records out of the lists that were read. */
export function takeOut(read: readonly Query[], ids: readonly string[]): void {
  if (ids.length === 0) return;
  for (const query of read) changeRows(query, (rows) => rows.filter((row) => !isRecord(row) || !ids.includes(row.id)));
}

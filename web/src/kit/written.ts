import { isMessage, type Message } from '@bufbuild/protobuf';
import type { Query } from '@tanstack/react-query';

type Rows = readonly unknown[];

/** What tells a record from others of its kind; there is only one of those that have none, such as an organisation's settings. */
const idOf = (message: Message) => ('id' in message ? message.id : undefined);

const versionOf = (message: Message) =>
  'version' in message && typeof message.version === 'bigint' ? message.version : 0n;

/** Changes the rows of a list that was read. The list is thereby no younger, and an error that it has stays. */
function changeRows(query: Query, change: (rows: Rows) => Rows): void {
  const { data } = query.state;
  if (!isMessage(data)) return;
  const changed: Record<string, unknown> = {};
  for (const [name, rows] of Object.entries(data)) {
    if (!Array.isArray(rows)) continue;
    const next = change(rows);
    if (next.length === rows.length && next.every((row, place) => row === rows[place])) continue;
    changed[name] = next;
    // The total is that of a page's rows, whatever comes beside them.
    if (name === 'content' && 'totalElements' in data && typeof data.totalElements === 'bigint')
      changed.totalElements = data.totalElements - BigInt(rows.length - next.length);
  }
  if (Object.keys(changed).length > 0) query.setState({ data: { ...data, ...changed } });
}

/**
 * Shows the record that a write has answered wherever it was read, by itself or as a row of a list; not over a later version,
 * since a create that is repeated is answered with the record as it was made.
 */
export function takeAnswer(read: readonly Query[], answer: Message): void {
  const id = idOf(answer);
  if (id === '') return;
  const isReplaced = (one: unknown) =>
    isMessage(one) && one.$typeName === answer.$typeName && idOf(one) === id && versionOf(one) <= versionOf(answer);
  for (const query of read) {
    if (isReplaced(query.state.data)) query.setData(answer);
    else changeRows(query, (rows) => rows.map((row) => (isReplaced(row) ? answer : row)));
  }
}

/** Takes the rows of deleted records out of the lists that were read. */
export function takeOut(read: readonly Query[], ids: readonly unknown[]): void {
  if (ids.length === 0) return;
  for (const query of read)
    changeRows(query, (rows) => rows.filter((row) => !isMessage(row) || !ids.includes(idOf(row))));
}

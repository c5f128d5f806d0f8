import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';

/**
 * The request of an update that changes only some fields of its record, where the method takes a mask: what was not touched
 * is left alone, whatever became of it meanwhile. Other methods take the record as a whole, and so does this one where only
 * something beside the record changed: at the version that was read.
 *
 * @param record the message of the record, whose fields the form's values are named after
 * @param changed the names of the form's fields that changed; those that are no field of the record are part of the request alone
 */
export function masked<In extends DescMessage>(
  request: In,
  record: DescMessage,
  input: MessageInitShape<In>,
  changed: readonly string[],
): MessageInitShape<In> {
  if (!request.field.updateMask) return input;
  const paths = changed.flatMap((name) => record.field[name]?.name ?? []);
  return { ...input, updateMask: { paths } } as MessageInitShape<In>;
}

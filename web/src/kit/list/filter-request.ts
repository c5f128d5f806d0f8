import { type DescField, type DescMessage, type MessageInitShape, ScalarType } from '@bufbuild/protobuf';
import { commonRequest, type FilterDef, type ListParams } from './list-params';

/** The fields of a list's request that filters may set. */
export type FilterField<In extends DescMessage> = Exclude<
  keyof MessageInitShape<In> & string,
  `$${string}` | 'pagination' | 'sort' | 'dateRange'
>;

/** A filter of a list that this request answers; `from` and `to` are its span of creation. */
export type RequestFilter<In extends DescMessage> = FilterDef<FilterField<In> | 'from' | 'to'>;

/**
 * The request for what the address asks. Each filter sets the field of its name, or the one that it names, as the
 * field's type wants it: the names of an enum's values become the values.
 */
export function filterRequest<In extends DescMessage>(
  schema: In,
  filters: readonly FilterDef[],
  params: ListParams,
): MessageInitShape<In> {
  const set = filters.flatMap(({ name, field = name }) => {
    const values = params.filters[name] ?? [];
    const desc = schema.field[field];
    return desc && values.length > 0 ? [[field, fieldValue(desc, values)]] : [];
  });
  return { ...Object.fromEntries(set), ...commonRequest(params) } as MessageInitShape<In>;
}

function fieldValue(field: DescField, values: readonly string[]): unknown {
  const all = values.map((value) => {
    if (field.enum) return field.enum.values.find(({ localName }) => localName === value)?.number;
    return field.scalar === ScalarType.BOOL ? value === 'true' : value;
  });
  return field.fieldKind === 'list' ? all : all[0];
}

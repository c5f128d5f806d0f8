import type { DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';

/** What a method takes. */
export type InputOf<M extends DescMethodUnary> = MessageInitShape<M['input']>;

/** What a method answers. */
export type OutputOf<M extends DescMethodUnary> = MessageShape<M['output']>;

/** The method as one of its own input and output, which the compiler can't see of a type parameter. */
export const unary = <M extends DescMethodUnary>(method: M) =>
  method as unknown as DescMethodUnary<M['input'], M['output']>;

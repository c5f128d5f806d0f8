import type { DescService } from '@bufbuild/protobuf';
import type { GenFile } from '@bufbuild/protobuf/codegenv2';

/** Every service of the protocol. */
export const services: readonly DescService[] = Object.values(
  import.meta.glob<Record<string, unknown>>('../gen/nirmaan/**/*_pb.ts', { eager: true }),
).flatMap((module) =>
  Object.values(module)
    .filter(isFile)
    .flatMap(({ services }) => services),
);

function isFile(value: unknown): value is GenFile {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'file';
}

import type {
  DescMessage,
  DescMethodServerStreaming,
  Message,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import type { Transport } from '@connectrpc/connect';
import { type FilePart, FilePart_Format } from '@/gen/nirmaan/type/v1/file_pb';

/** What a list can be saved as. */
export type ExportFormat = Exclude<keyof typeof FilePart_Format, 'FORMAT_UNSPECIFIED'>;

/** A file that arrived whole. */
export interface ExportedFile {
  name: string;
  content: Blob;
}

/** How to get the file. */
export interface ExportOptions {
  format: ExportFormat;
  signal: AbortSignal;
  /** Called with the number of bytes that have arrived. */
  onReceived: (bytes: number) => void;
}

/** How a list is had as a file: everything that answers its request, whatever the page. */
export interface ListExport<Filter> {
  formats: readonly ExportFormat[];
  fetchFile(transport: Transport, filter: Filter, options: ExportOptions): Promise<ExportedFile>;
}

/** The request of the list that a file is made of; lists that come whole have none in their export's request. */
type FilterOf<In extends DescMessage> =
  MessageShape<In> extends { filter?: infer Filter } ? NonNullable<Filter> : unknown;

/** An answer that is a part of a file. */
type PartAnswer = GenMessage<Message & { part?: FilePart }>;

async function* once<T>(value: T) {
  yield value;
}

/** The export of a list by a streaming call, whose request holds that of the list and the format. */
export function listExport<In extends DescMessage, Out extends PartAnswer>(
  method: DescMethodServerStreaming<In, Out>,
): ListExport<FilterOf<In>> {
  return {
    formats: ['CSV', 'XLSX'],
    async fetchFile(transport, filter, { format, signal, onReceived }) {
      const request = { format: FilePart_Format[format], ...('filter' in method.input.field && { filter }) };
      const input = once(request as unknown as MessageInitShape<In>);
      const { message } = await transport.stream(method, signal, undefined, undefined, input);
      return collect(message, onReceived);
    },
  };
}

/** Puts the parts together. A stream that breaks off throws, so that no file looks complete that isn't. */
async function collect(
  answers: AsyncIterable<MessageShape<PartAnswer>>,
  onReceived: (bytes: number) => void,
): Promise<ExportedFile> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [name, type, bytes] = ['', '', 0];
  for await (const { part } of answers) {
    if (part?.part.case === 'fileStart') ({ fileName: name, contentType: type } = part.part.value);
    if (part?.part.case !== 'chunk') continue;
    // A copy: what arrived may be a view into a larger buffer, which would stay in memory with it.
    const chunk = new Uint8Array(part.part.value);
    chunks.push(chunk);
    bytes += chunk.length;
    onReceived(bytes);
  }
  return { name, content: new Blob(chunks, { type }) };
}

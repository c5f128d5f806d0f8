import { t } from '@/i18n/documents';
import { codeText } from '@/kit/code-text';

const MAX_BYTES = 25 * 1024 * 1024;

/** What is accepted, by the ending of the name; the server looks into the content. */
const ENDINGS = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'docx',
  'xlsx',
  'xls',
  'csv',
  'txt',
  'zip',
  'dwg',
  'dxf',
] as const;

/** What the file dialog offers. */
export const DOCUMENT_TYPES = ENDINGS.map((ending) => `.${ending}`).join(',');

/** The ending of a file's name, without the dot, in lower case; empty when it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** Why a file is not worth sending; undefined when it is. */
export function documentProblem({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  // Not by the media type: it is whatever the machine happens to have registered for the ending.
  if (!ENDINGS.some((ending) => ending === endingOf(name))) return t.uploads.wrongType;
  if (size === 0) return t.uploads.empty;
  return size > MAX_BYTES ? t.uploads.tooLarge : undefined;
}

/** A pasted image under a name that tells it from others: browsers call every one `image.png`. */
export function pastedFile(file: File, now: Date): File {
  const moment = now.toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' }).replace(/:/g, '.');
  return new File([file], `${t.uploads.pasted(moment)}.${endingOf(file.name)}`, { type: file.type });
}

/** How a document can be looked at without saving it. */
export type PreviewKind = 'image' | 'pdf';

/** By media type. Not by `image/` alone: drawings of AutoCAD have it too, and no browser shows them. */
const PREVIEWS: Readonly<Record<string, PreviewKind>> = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
};

/** How the browser shows files of this media type; undefined when it doesn't. */
export const previewKind = (mediaType: string): PreviewKind | undefined => PREVIEWS[mediaType];

/** A document's type as a person would write it. */
export const docTypeLabel = (docType: string): string =>
  docType === 'SUPPORT_DOC' ? t.documents.supporting : codeText(docType);

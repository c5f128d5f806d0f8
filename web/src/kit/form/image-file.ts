import { t } from '@/i18n/t';

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const MAX_BYTES = 2 * 1024 * 1024;

/** What the file dialog offers. */
export const IMAGE_TYPES = TYPES.join(',');

/** Why the file can't be a profile image; undefined when it can. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!TYPES.includes(type)) return t.form.image.wrongType;
  return size > MAX_BYTES ? t.form.image.tooLarge : undefined;
}

/** The file as a data URL, which is how an image travels in a record. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/**
 * What the field holds as a request names it: a new image as it is, "none" for one that was taken away, and nothing
 * for the link to the image that is stored already.
 */
export function imageForWire(value: string): string {
  if (value === '') return 'none';
  return value.startsWith('data:') ? value : '';
}

import { describe, expect, it } from 'vitest';
import { imageForWire, imageProblem } from './image-file';

const MAX = 2_097_152;

describe('a profile image', () => {
  // Spec: S5.image.format
  it('is a JPEG, PNG, WEBP or GIF', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif']) {
      expect(imageProblem({ type, size: 10 })).toBeUndefined();
    }
    for (const type of ['image/svg+xml', 'image/bmp', 'application/pdf', '']) {
      expect(imageProblem({ type, size: 10 })).toBe('Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.');
    }
  });

  // Spec: S5.image.size
  it('has at most 2 MB', () => {
    expect(imageProblem({ type: 'image/png', size: MAX })).toBeUndefined();
    expect(imageProblem({ type: 'image/png', size: MAX + 1 })).toBe('Image size must be under 2MB.');
  });

  it('is sent when it is new, kept by saying nothing, and removed by name', () => {
    expect(imageForWire('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
    expect(imageForWire('/files/image?signature=x')).toBe('');
    expect(imageForWire('')).toBe('none');
  });
});

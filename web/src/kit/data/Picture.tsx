import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Picture.module.css';

/** A person's image in a circle, or the icon that stands for anybody. Whoever shows it names it. */
export function Picture({ src, size }: { readonly src: string; readonly size: number }) {
  // A link to an image lives for minutes only; it may be gone when the page is shown again.
  const [failed, setFailed] = useState<string>();
  return (
    <span className={classes.picture} style={{ width: size, height: size }}>
      {src && failed !== src ? (
        <img src={src} alt="" onError={() => setFailed(src)} />
      ) : (
        <IconUser size={Math.round(size * 0.56)} stroke={1.6} aria-hidden />
      )}
    </span>
  );
}

import {
  type Icon,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconRuler2,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Tone, toneStyle } from '@/kit/data/StatusBadge';
import { endingOf, previewKind } from './document-file';
import classes from './documents.module.css';

interface Look {
  readonly icon: Icon;
  readonly tone: Tone;
  readonly endings: readonly string[];
}

const LOOKS: readonly Look[] = [
  { icon: IconFileTypePdf, tone: 'sindoor', endings: ['pdf'] },
  { icon: IconPhoto, tone: 'mor', endings: ['png', 'jpg', 'jpeg', 'webp', 'gif'] },
  { icon: IconFileSpreadsheet, tone: 'neem', endings: ['xlsx', 'xls', 'csv'] },
  { icon: IconFileText, tone: 'neel', endings: ['docx', 'txt'] },
  { icon: IconRuler2, tone: 'jamun', endings: ['dwg', 'dxf'] },
  { icon: IconFileZip, tone: 'haldi', endings: ['zip'] },
];
const OTHER: Look = { icon: IconFile, tone: 'gray', endings: [] };

/** A small picture of a file: of its content where there is one, else of its kind. The name beside it says the rest. */
export function FileMark({ name, thumbnail = '' }: { name: string; thumbnail?: string }) {
  // A link to a picture lives for minutes only; it may be gone when the page is shown again.
  const [failed, setFailed] = useState<string>();
  const ending = endingOf(name);
  const look = LOOKS.find(({ endings }) => endings.includes(ending)) ?? OTHER;
  return (
    <span className={classes.mark} style={toneStyle(look.tone)}>
      {thumbnail && failed !== thumbnail ? (
        <img src={thumbnail} alt="" loading="lazy" onError={() => setFailed(thumbnail)} />
      ) : (
        <look.icon size={22} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

/** The mark of a file that is still on this machine. */
export function PickedMark({ file }: { file: File }) {
  const [picture, setPicture] = useState('');
  useEffect(() => {
    if (previewKind(file.type) !== 'image') return;
    const url = URL.createObjectURL(file);
    setPicture(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <FileMark name={file.name} thumbnail={picture} />;
}

import { QRCodeSVG } from 'qrcode.react';
import classes from './Profile.module.css';

/** A QR code, dark on white in every theme: cameras don't read the opposite. */
export function QrCode({ value, label }: { value: string; label: string }) {
  return (
    <div className={classes.qr}>
      <QRCodeSVG value={value} size={184} level="M" marginSize={4} role="img" aria-label={label} />
    </div>
  );
}

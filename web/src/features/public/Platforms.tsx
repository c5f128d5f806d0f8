import { platforms } from '@/i18n/site/platforms';
import { PlatformDrawing } from './PlatformDrawing';

/** The three platforms as ruled columns, each with how far it really is. */
export function Platforms() {
  return (
    <ul className="pub-platforms">
      {platforms.map(({ id, name, kind, text, state, live }) => (
        <li key={id}>
          <PlatformDrawing of={id} />
          <h3>{name}</h3>
          <p className="pub-kind">{kind}</p>
          <p>{text}</p>
          <p className="pub-state" data-live={live || undefined}>
            {state}
          </p>
        </li>
      ))}
    </ul>
  );
}

import { t } from '@/i18n/base';

/** The three platforms as ruled columns, each with how far it really is. */
export function Platforms() {
  return (
    <ul className="pub-platforms">
      {t.site.platforms.map(({ name, kind, text, state, live }) => (
        <li key={name}>
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

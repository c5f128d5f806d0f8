import './public.css';
import { Link } from 'react-router';
import { t } from '@/i18n/base';
import { useHeadingFocus, usePageTitle } from '@/kit/page-title';
import { useCurrentUser } from '@/session/session-store';
import { Platforms } from './Platforms';

const { about } = t.site;

/** /about: who makes the product, and why. */
export function AboutPage() {
  const heading = useHeadingFocus();
  const user = useCurrentUser();
  usePageTitle(about.title, t.hub);
  return (
    <div className="pub">
      <section className="pub-section pub-intro">
        <h1 ref={heading} tabIndex={-1}>
          {about.heading}
        </h1>
        <p className="pub-lead">{about.intro}</p>
      </section>

      <section className="pub-section pub-ruled" aria-labelledby="platforms">
        <h2 id="platforms">{about.platforms}</h2>
        <Platforms />
      </section>

      <section className="pub-section pub-ruled pub-columns" aria-labelledby="founder">
        <h2 id="founder">{about.founder}</h2>
        <p className="pub-prose">{about.founderText}</p>
      </section>

      <section className="pub-section pub-ruled pub-columns" aria-labelledby="philosophy">
        <h2 id="philosophy">{about.philosophy}</h2>
        <dl className="pub-principles">
          {about.principles.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="pub-closing" aria-labelledby="explore">
        <div>
          <h2 id="explore">{about.explore}</h2>
          <p>{about.exploreText}</p>
        </div>
        <p className="pub-closing-links">
          <Link to={user ? '/contracts' : '/login'} className="nm-button">
            {user ? t.nav.contracts : t.session.login}
          </Link>
          <Link to="/contact" className="nm-button nm-button--quiet">
            {t.nav.contact}
          </Link>
        </p>
      </section>
    </div>
  );
}

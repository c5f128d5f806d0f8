import './public.css';
import './hero.css';
import { Link } from 'react-router';
import { t } from '@/i18n/base';
import { useHeadingFocus, usePageTitle } from '@/kit/page-title';
import { Platforms } from './Platforms';
import { Schedule } from './Schedule';
import { SocialLinks } from './SocialLinks';

const { home, path } = t.site;

/** /: what the product is, for whoever hasn't an account yet. */
export function HomePage() {
  const heading = useHeadingFocus();
  usePageTitle(home.title, t.hub);
  return (
    <div className="pub">
      <section className="pub-hero">
        <div className="pub-hero-text">
          <p className="pub-welcome">{home.welcome}</p>
          <h1 ref={heading} tabIndex={-1}>
            {home.heading}
          </h1>
          <p className="pub-lead">{home.lead}</p>
          <Link to="/about" className="nm-button pub-hero-button">
            {home.more}
          </Link>
        </div>
        <Schedule />
      </section>

      <section className="pub-section" aria-labelledby="platforms">
        <h2 id="platforms">{home.platformsHeading}</h2>
        <Platforms />
      </section>

      <section className="pub-section pub-ruled" aria-labelledby="path">
        <h2 id="path">{home.pathHeading}</h2>
        <p className="pub-section-lead">{home.pathLead}</p>
        <ol className="pub-path">
          {path.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="pub-closing" aria-labelledby="closing">
        <div>
          <h2 id="closing">{home.closingHeading}</h2>
          <p>{home.closing}</p>
        </div>
        <Link to="/about" className="nm-button nm-button--quiet">
          {home.closingLink}
        </Link>
      </section>
      <SocialLinks />
    </div>
  );
}

import './hero.css';
import './home.css';
import { Link } from 'react-router';
import { home } from '@/i18n/site/home';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { Platforms } from './Platforms';
import { Schedule } from './Schedule';
import { SocialLinks } from './SocialLinks';
import { TiedUp } from './TiedUp';

/** /: what the product is, for whoever hasn't an account yet. */
export function HomePage() {
  const heading = useHeadingFocus();
  usePageTitle(home.title);
  usePageDescription(home.description);
  return (
    <div className="pub">
      <section className="pub-hero">
        <div>
          <p className="pub-welcome">{home.welcome}</p>
          <h1 ref={heading} tabIndex={-1}>
            {home.heading}
          </h1>
          <p className="pub-lead">{home.lead}</p>
          <Link to="/about" className="nm-button pub-on-bar">
            {home.more}
          </Link>
        </div>
        <Schedule />
      </section>

      <section className="pub-section" aria-labelledby="platforms">
        <h2 id="platforms">{home.platformsHeading}</h2>
        <Platforms />
      </section>

      <TiedUp />

      <section className="pub-section pub-ruled" aria-labelledby="path">
        <h2 id="path">{home.pathHeading}</h2>
        <p className="pub-section-lead">{home.pathLead}</p>
        <ol className="path">
          {home.path.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="pub-section pub-ruled" aria-labelledby="figures">
        <h2 id="figures">{home.figuresHeading}</h2>
        <dl className="figures">
          {home.figures.map(({ figure, text }) => (
            <div key={figure}>
              <dt>{figure}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="pub-closing" aria-labelledby="closing">
        <div>
          <h2 id="closing">{home.closingHeading}</h2>
          <p>{home.closing}</p>
        </div>
        <Link to="/about" className="nm-button pub-on-bar">
          {home.closingLink}
        </Link>
      </section>
      <SocialLinks />
    </div>
  );
}

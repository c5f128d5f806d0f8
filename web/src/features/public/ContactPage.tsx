import './form.css';
import './contact.css';
import { contact } from '@/i18n/site/contact';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { ContactForm } from './ContactForm';

/** /contact: how to reach the people behind the product. */
export function ContactPage() {
  const heading = useHeadingFocus();
  usePageTitle(contact.title);
  usePageDescription(contact.description);
  return (
    <div className="pub">
      <section className="pub-section contact">
        <div className="contact-intro">
          <h1 ref={heading} tabIndex={-1}>
            {contact.heading}
          </h1>
          <p className="pub-lead">{contact.lead}</p>
        </div>
        <ContactForm />
        <section className="contact-details" aria-labelledby="details">
          <h2 id="details">{contact.details}</h2>
          <dl>
            <div>
              <dt>{contact.email}</dt>
              <dd>
                <a href={`mailto:${contact.emailAddress}`}>{contact.emailAddress}</a>
              </dd>
            </div>
            <div>
              <dt>{contact.hours}</dt>
              <dd>{contact.hoursText}</dd>
            </div>
            <div>
              <dt>{contact.account}</dt>
              <dd>{contact.accountText}</dd>
            </div>
            <div>
              <dt>{contact.privacy}</dt>
              <dd>{contact.privacyText}</dd>
            </div>
          </dl>
        </section>
      </section>
    </div>
  );
}

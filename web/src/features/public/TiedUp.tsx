import type { CSSProperties } from 'react';
import { home } from '@/i18n/site/home';

const { money } = home;

/** What one tender ties up and until when, as a page of a ledger; and what the product answers about it. */
export function TiedUp() {
  return (
    <section className="pub-section pub-ruled tied" aria-labelledby="money">
      <div className="tied-text">
        <h2 id="money">{money.heading}</h2>
        <p className="pub-section-lead">{money.lead}</p>
        <h3>{money.answersHeading}</h3>
        <dl>
          {money.answers.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="ledger">
        <table>
          <caption>{money.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{money.columns.item}</th>
              <th scope="col">{money.columns.amount}</th>
            </tr>
          </thead>
          <tbody>
            {money.rows.map(({ item, rate, amount, back, from, to }) => (
              <tr key={item}>
                <th scope="row">
                  {item}
                  <span>
                    {rate} · {back}
                  </span>
                  <span
                    className="ledger-bar"
                    style={{ '--from': `${from}%`, '--span': `${to - from}%` } as CSSProperties}
                  />
                </th>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{money.total}</th>
              <td>{money.totalAmount}</td>
            </tr>
          </tfoot>
        </table>
        <p>{money.note}</p>
      </div>
    </section>
  );
}

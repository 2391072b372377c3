/** One section of the help: names with their texts, or a table. */
import { Link } from '@tanstack/react-router'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { Coded } from './coded'
import styles from './help.module.css'
import type { HelpSection as Section } from './help-sections'

export function HelpSection({ id, title, about, columns, rows }: Section) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      {/* A link to this section moves the focus here. */}
      <h2 id={id} tabIndex={-1} className={styles.title}>
        <Link to="/help" search={true} hash={id} className="quiet-link">
          {title}
        </Link>
      </h2>
      {about !== undefined && (
        <p className={styles.about}>
          <Coded text={about} />
        </p>
      )}
      {columns ? (
        <PlainTable name={title} headers={columns}>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <PlainRow key={name} cells={[name, ...cells].map((cell) => <Coded text={cell} />)} />
            ))}
          </tbody>
        </PlainTable>
      ) : (
        <dl className={styles.entries}>
          {rows.map(([name = '', text = '']) => (
            <div key={name}>
              <dt>
                <Coded text={name} />
              </dt>
              <dd>
                <Coded text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

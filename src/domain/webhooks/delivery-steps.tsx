/** The chain from a webhook to a delivery as steps: the first problem is open, the rest is a line each. */
import { Icon } from '../../ui/icon'
import { Notice } from '../../ui/notice'
import { stepsOf, verdictOf } from './delivery-chain'
import type { ChainLink } from './delivery-links'
import styles from './delivery-steps.module.css'
import * as texts from './delivery-texts'

const signs = {
  holds: ['circle-check', 'good'],
  broken: ['circle-x', 'danger'],
  unknown: ['circle-question-mark', 'calm'],
} as const

export function Steps({ links }: { links: readonly ChainLink[] }) {
  const steps = stepsOf(links)
  const first = steps.find(({ state }) => state === 'broken')
  return (
    <>
      <Notice tone={first ? 'amber' : 'calm'}>{verdictOf(links)}</Notice>
      <ol className={styles.steps} aria-label={texts.chain}>
        {steps.map((step) => (
          <li key={step.name} data-tone={signs[step.state][1]}>
            <details open={step === first}>
              <summary>
                <Sign state={step.state} />
                <span className={styles.words}>
                  <span className={styles.name}>{step.name}</span>{' '}
                  <span className={styles.state}>{texts.states[step.state]}</span>{' '}
                  {step.state !== 'holds' && <span className="quiet">{texts.about[step.state](step.about)}</span>}
                </span>
              </summary>
              <ul>
                {step.links.map(({ name, state, text }) => (
                  <li key={name} data-tone={signs[state][1]}>
                    <Sign state={state} />
                    <span>
                      <span className={styles.check}>{name}</span>{' '}
                      <span className={styles.state}>{texts.states[state]}</span>
                      <br />
                      {text}
                    </span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

const Sign = ({ state }: Pick<ChainLink, 'state'>) => (
  <span className={styles.sign}>
    <Icon name={signs[state][0]} />
  </span>
)

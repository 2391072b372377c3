/** The list of keys, made from what is heard. */

import { useConfig, useMaySeeActivity } from '../../core/config'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import styles from '../palette/palette.module.css'
import { placesFor, shortcutsFor } from './shortcuts'
import * as texts from './texts'

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const places = placesFor(useMaySeeActivity(), useConfig())
  return (
    <Dialog className={styles.help} labelledBy="keys" onClose={onClose}>
      <h2 id="keys">{texts.keys}</h2>
      <dl className={styles.keys}>
        {shortcutsFor(places).map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              <span aria-hidden="true">
                {keys.split(' ').map((key) => (
                  <kbd translate="no" key={key}>
                    {key}
                  </kbd>
                ))}
              </span>
              <span className="visually-hidden">{texts.spoken(keys)}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{texts.notWhileTyping}</p>
      <Button size="sm" variant="default" onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  )
}

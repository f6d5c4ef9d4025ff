import { Fragment } from 'react'
import { type Key, useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'

/** Keys by purpose. The texts in `around.json` name them as most keyboards label them. */
const groups = {
  anywhere: ['search', 'walk', 'alert', 'flag', 'note', 'watch', 'go', 'studies', 'log', 'first-view', 'column'],
  chart: ['find', 'full', 'help', 'bars', 'ends', 'zoom', 'first', 'menu'],
  drawing: ['aim', 'fine', 'set', 'leave', 'points', 'move', 'remove', 'undo', 'copy', 'several', 'all'],
} as const

/** Help for all keys of the chart. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslation('around')
  return (
    <Dialog open onClose={onClose} title={t('keys')} closeLabel={t('close')}>
      {Object.entries(groups).map(([group, keys]) => (
        <section key={group} aria-labelledby={`keys-${group}`} className="mb-5 last:mb-0">
          <h3 id={`keys-${group}`} className="mb-1 text-14 font-strong">
            {t(`keys.${group}` as Key<'around'>)}
          </h3>
          <dl className="grid grid-cols-[minmax(6rem,9rem)_1fr] gap-x-5 text-14">
            {keys.map(key => (
              <Fragment key={key}>
                <dt className="border-t border-line py-1.5 text-13 text-faded">
                  {t(`key.${key}.keys` as Key<'around'>)}
                </dt>
                <dd className="border-t border-line py-1.5">{t(`key.${key}` as Key<'around'>)}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

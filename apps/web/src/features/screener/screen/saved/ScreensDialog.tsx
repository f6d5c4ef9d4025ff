import type { SavedScreen } from '@finlist/contract/screener'
import { useTranslation } from '../../../../i18n/texts.ts'
import Dialog from '../../../../ui/dialogs/dialog.tsx'
import type { Address } from '../address.ts'
import { suffixOf } from '../columns.tsx'
import { useConditionWords } from '../condition-words.ts'
import { partsOf, readQuery } from '../conditions.ts'
import { useTextNames } from '../text-words.ts'
import { presets } from './presets.ts'

type Props = {
  saved: readonly SavedScreen[]
  onOpen: (saved: SavedScreen) => void
  onStart: (changes: Partial<Address>) => void
  onClose: () => void
}

/** Lazy-loaded. The user's saved screens, and examples with the reason for each. */
export default function ScreensDialog({ saved, onOpen, onStart, onClose }: Props) {
  const t = useTranslation('screener')
  const textName = useTextNames([], [])
  const words = useConditionWords(textName)
  const said = (query: string) => {
    const { expression, error } = readQuery(query)
    return error ? query : partsOf(expression).map(words).join(' · ')
  }
  return (
    <Dialog open onClose={onClose} title={t('screens')} closeLabel={t('close')}>
      <Heading id="own-screens">{t('screens.own')}</Heading>
      {saved.length === 0 ? (
        <p className="py-3 text-13 text-faded">{t('screens.none')}</p>
      ) : (
        <ul>
          {saved.map(screen => (
            <li key={screen.screenId} className="border-b border-line">
              <button
                type="button"
                onClick={() => onOpen(screen)}
                className="w-full px-2 py-2.5 text-start -outline-offset-2 hover:bg-wash"
              >
                <span className="block text-14 font-strong text-accent">{screen.name}</span>{' '}
                <span className="block text-12 text-faded">
                  {[screen.markets.map(id => t(`market.${suffixOf(id)}`)).join(', '), said(screen.query)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Heading id="example-screens">{t('screens.examples')}</Heading>
      <ul>
        {presets.map(({ key, query, sort, ...others }) => (
          <li key={key} className="border-b border-line">
            <button
              type="button"
              onClick={() =>
                onStart({
                  query,
                  sort,
                  savedId: undefined,
                  ...('markets' in others && { markets: [...others.markets] }),
                })
              }
              className="w-full px-2 py-2.5 text-start -outline-offset-2 hover:bg-wash"
            >
              <span className="block text-14 font-strong text-accent">{t(`preset.${key}`)}</span>{' '}
              <span className="block text-13">{t(`preset.${key}.why`)}</span>{' '}
              <span className="mt-0.5 block text-12 text-faded">{said(query)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-12 text-faded">{t('screens.note')}</p>
    </Dialog>
  )
}

const Heading = ({ id, children }: { id: string; children: string }) => (
  <h3 id={id} className="border-b border-ink pb-1 text-13 font-strong not-first:mt-6">
    {children}
  </h3>
)

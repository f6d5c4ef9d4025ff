import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { figuresByGroup, useFigureWords } from './figure-words.ts'

const forms = [
  { key: 'compare', example: 'rs > 90' },
  { key: 'unit', example: 'turnover >= 20m' },
  { key: 'range', example: 'rs = 80..99' },
  { key: 'other', example: 'price > 1.05 * sma50' },
  { key: 'sector', example: 'change3m > sector(change3m)' },
  { key: 'extreme', example: 'top 10% rs' },
  { key: 'text', example: 'base = "CWH"' },
  { key: 'in', example: 'base in ("CWH", "FB")' },
  { key: 'flag', example: 'rsnewhigh' },
  { key: 'join', example: 'rs > 90 and (base = "CWH" or not listed)' },
] as const

/** Lazy-loaded. How to write a query, and every figure with its definition. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('screener')
  const { nameOf, definitionOf, groupOf } = useFigureWords()
  return (
    <Dialog open onClose={onClose} title={t('help')} closeLabel={t('close')}>
      <p className="text-13">{t('help.intro')}</p>
      <dl className="mt-3 border-t border-line text-13">
        {forms.map(({ key, example }) => (
          <div key={key} className="grid gap-x-6 border-b border-line py-1.5 md:grid-cols-[18rem_1fr]">
            <dt className="font-mono text-accent wrap-anywhere">{example}</dt>
            <dd>{t(`help.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-13 text-faded">{t('help.unknown')}</p>
      {figuresByGroup.map(({ group, figures }) => (
        <section key={group} aria-labelledby={`help-${group}`} className="mt-6">
          <h3 id={`help-${group}`} className="border-b border-ink pb-1 text-13 font-strong">
            {groupOf(group)}
          </h3>
          <dl className="text-13">
            {figures.map(name => (
              <div key={name} className="grid gap-x-6 border-b border-line py-1.5 md:grid-cols-[18rem_1fr]">
                <dt>
                  <b className="font-mono font-strong">{name}</b> <span className="block">{nameOf(name)}</span>
                </dt>
                <dd className="text-faded">{definitionOf(name)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

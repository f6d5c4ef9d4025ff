import type { FinListStock } from '@finlist/contract/finlist'
import type { Why } from '@finlist/contract/reasons'
import { Check, X } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { nameOfLine, valueOfLine, wantedOfLine } from './line-words.ts'

type Checklist = NonNullable<Why['checklist']>
type Props = { checklist: Checklist; variant: string; pattern: FinListStock['patternType'] }

/**
 * All requirements of the method, each with the stock's value. The eight trend conditions are collapsed; a stock need
 * not meet all of them.
 */
export function Checklist({ checklist: { listing, template, base }, variant, pattern }: Props) {
  const t = useTranslation('why')
  const list = useTranslation('finlist')
  const name =
    variant === 'high-tight-flag' || variant === 'ascending' || variant === 'saucer'
      ? t(`variant.${variant}`)
      : pattern === 'NIL'
        ? ''
        : list(`pattern.${pattern}`)
  return (
    <>
      {base.length > 0 && <Lines title={t('group.base', { base: name })} lines={base} />}
      <Lines title={t('group.listing')} lines={listing} />
      <Collapsible
        label={t('group.template', { count: template.filter(({ met }) => met).length })}
        className="border-b border-line"
      >
        <Lines title={t('group.template', { count: template.filter(({ met }) => met).length })} lines={template} />
      </Collapsible>
    </>
  )
}

function Lines({ title, lines }: { title: string; lines: Checklist['base'] }) {
  const t = useTranslation('why')
  return (
    <div className="pt-3">
      <FigureTable
        caption={title}
        rows={lines}
        keyOf={({ id }) => id}
        columns={[
          {
            label: title,
            of: ({ id, met }) => (
              <span className="flex items-start gap-2">
                <Tick met={met} />
                <span className="min-w-0 wrap-anywhere">{nameOfLine(id, t)}</span>
              </span>
            ),
          },
          { label: t('checklist.value'), of: ({ id, value }) => valueOfLine(id, value, t) },
          { label: t('checklist.wanted'), of: line => <span className="text-faded">{wantedOfLine(line, t)}</span> },
        ]}
      />
    </div>
  )
}

function Tick({ met }: { met: boolean }) {
  const t = useTranslation('why')
  const Sign = met ? Check : X
  return (
    <>
      <Sign size={15} aria-hidden className={`mt-0.5 shrink-0 ${met ? 'text-good' : 'text-wrong'}`} />
      <span className="sr-only">{t(met ? 'met' : 'unmet')}: </span>
    </>
  )
}

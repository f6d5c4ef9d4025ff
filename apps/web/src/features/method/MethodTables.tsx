import { markets } from '@finlist/domain/markets'
import { limitsOf, method, methods } from '@finlist/domain/picking/method'
import { trading } from '@finlist/domain/trading'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { methodValues } from './values.ts'

/** The minimum close and the minimum turnover of each market, in its currency. */
export function MarketTable() {
  const t = useTranslation('method')
  return (
    <Framed>
      <FigureTable
        caption={t('section.eligible')}
        rows={markets}
        keyOf={({ id }) => id}
        columns={[
          { label: t('table.market'), of: ({ id, currency }) => `${id}, ${currency}` },
          { label: t('table.close'), of: ({ id }) => limitsOf(id).lowestClose },
          { label: t('table.turnover'), of: ({ id }) => limitsOf(id).lowestTurnover.toLocaleString('en') },
        ]}
      />
    </Framed>
  )
}

/** The exchanges' minimum price steps. */
export function StepsTable() {
  const t = useTranslation('method')
  return (
    <Framed>
      <FigureTable
        caption={t('table.steps')}
        rows={markets}
        keyOf={({ id }) => id}
        columns={[
          { label: t('table.market'), of: ({ id }) => id },
          {
            label: t('table.steps'),
            words: true,
            of: ({ id }) =>
              limitsOf(id)
                .priceSteps.map(([from, step]) => `${from}: ${step}`)
                .join('; '),
          },
        ]}
      />
    </Framed>
  )
}

const parts = Object.entries(method.quality).flatMap(([base, shares]) =>
  typeof shares === 'number' ? [] : Object.entries(shares).map(([measure, share]) => ({ base, measure, share })),
) as { base: WeighedBase; measure: Measure; share: readonly [weight: number, from: number, to: number] }[]
type Weighed = typeof method.quality
type WeighedBase = { [base in keyof Weighed]: Weighed[base] extends number ? never : base }[keyof Weighed]
type Measure = { [base in WeighedBase]: keyof Weighed[base] }[WeighedBase]

/** The components of each base's quality. */
export function QualityTable() {
  const t = useTranslation('method')
  return (
    <Framed>
      <FigureTable
        caption={t('section.quality')}
        rows={parts}
        keyOf={({ base, measure }) => `${base} ${measure}`}
        columns={[
          { label: t('table.base'), of: ({ base }) => base },
          { label: t('table.measure'), words: true, of: ({ measure }) => t(`measure.${measure}`, methodValues) },
          { label: t('table.weight'), of: ({ share: [weight] }) => weight },
          { label: t('table.from'), of: ({ share: [, from] }) => from },
          { label: t('table.to'), of: ({ share: [, , to] }) => to },
        ]}
      />
    </Framed>
  )
}

/** All versions of the method, newest first. */
export function VersionTable() {
  const t = useTranslation('method')
  return (
    <Framed>
      <FigureTable
        caption={t('section.versions')}
        rows={methods.toReversed()}
        keyOf={({ id }) => id}
        columns={[
          { label: t('table.version'), of: ({ id }) => id },
          { label: t('table.since'), words: true, of: ({ from }) => from },
          { label: t('table.hash'), words: true, of: ({ hash }) => <Hash of={hash} /> },
        ]}
      />
    </Framed>
  )
}

/** The hash of each market's limits. */
export function LimitsTable() {
  const t = useTranslation('method')
  return (
    <Framed>
      <FigureTable
        caption={t('limits')}
        rows={markets}
        keyOf={({ id }) => id}
        columns={[
          { label: t('table.market'), of: ({ id }) => id },
          { label: t('limits.hash'), words: true, of: ({ id }) => <Hash of={trading[id].limitsHash} /> },
        ]}
      />
    </Framed>
  )
}

/** The rules, followed by each market's limits: the texts that are hashed, here with white space added. */
export function HashedTexts() {
  const t = useTranslation('method')
  return (
    <>
      <Text title={t('constants')} of={method} />
      {markets.map(({ id }) => (
        <Text key={id} title={`${t('limits')} ${id}`} of={limitsOf(id)} />
      ))}
    </>
  )
}

const Text = ({ title, of }: { title: string; of: object }) => (
  <details className="mt-4">
    <summary className="cursor-pointer py-2 font-strong">{title}</summary>
    <pre className="text-12 whitespace-pre-wrap wrap-break-word">{JSON.stringify(of, null, 1)}</pre>
  </details>
)

const Hash = ({ of }: { of: string }) => <code className="text-12 break-all">{of}</code>

const Framed = ({ children }: { children: ReactNode }) => <div className="mt-4 overflow-x-auto">{children}</div>

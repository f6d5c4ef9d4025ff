import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { fetchTexts, type Key, useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WhenSeen } from '../../ui/when-seen.tsx'
import { BaseDrawing } from './BaseDrawing.tsx'
import { ChanceRates, ChanceState } from './ChanceRates.tsx'
import { type BaseKind, baseKinds, inventedBase } from './invented.ts'
import { HashedTexts, LimitsTable, MarketTable, QualityTable, StepsTable, VersionTable } from './MethodTables.tsx'
import { methodValues } from './values.ts'

const OutlookCards = lazy(
  async () =>
    (await Promise.all([import('./outlook/OutlookCards.tsx'), ...(['model', 'outlook'] as const).map(fetchTexts)]))[0],
)

type MethodKey = Key<'method'>

const rulesOf: Record<BaseKind, MethodKey[]> = {
  CWH: ['cup.shape', 'bowl.rule', 'cup.handle'],
  CUP: ['cup.open'],
  DB: ['db.shape', 'db.rule'],
  FB: ['fb.shape', 'fb.rule'],
  'high-tight-flag': ['flag.rule'],
  ascending: ['ascending.turns', 'ascending.rule'],
  consolidation: ['consolidation.rule'],
}
const conditions = [1, 2, 3, 4, 5, 6, 7, 8] as const

const waitingCards = <Skeleton className="mt-4 h-96 w-full" later />

/**
 * The complete published method. A second implementation can be written from this page alone. An address with a fragment
 * scrolls to that part.
 */
export default function MethodScreen() {
  const t = useTranslation('method')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <article className="mx-auto max-w-[78ch] text-14 leading-relaxed">
      <PageHeader title={t('screen.method')} />
      <Rules keys={['intro.what', 'intro.limits', 'intro.chance']} />
      <Part title="section.reading" keys={['reading.days', 'reading.shares', 'reading.arithmetic']} />
      <Part title="section.data" keys={['data.bars', 'data.missing', 'data.splits', 'data.history']} />
      <Part title="section.eligible" keys={['eligible.bars', 'eligible.limits']}>
        <MarketTable />
      </Part>
      <Part title="section.rank" keys={['rank.strength', 'rank.rank']} />
      <Part title="section.template" keys={['template.intro']}>
        <ol className="list-decimal pl-6">
          {conditions.map(number => (
            <li key={number}>{t(`template.${number}`, methodValues)}</li>
          ))}
        </ol>
      </Part>
      <Part title="section.lip" keys={['lip.rule']} />
      <Part title="section.bases" keys={['bases.intro']}>
        {baseKinds.map(kind => (
          <BaseRules key={kind} kind={kind} />
        ))}
      </Part>
      <Part title="section.chance" keys={['chance.how', 'chance.any']}>
        <ChanceRates base="any" />
        <ChanceState />
      </Part>
      <Part title="section.quality" keys={['quality.order', 'quality.rule']}>
        <QualityTable />
      </Part>
      <Part title="section.list" keys={['list.listed', 'list.leaders', 'list.buy']}>
        <StepsTable />
      </Part>
      <Part title="section.score" keys={['score.parts']} />
      <div id="outlook">
        <Part title="section.outlook" keys={['outlook.what', 'outlook.steps', 'outlook.record']}>
          <WhenSeen waiting={waitingCards}>
            <Suspense fallback={waitingCards}>
              <OutlookCards />
            </Suspense>
          </WhenSeen>
        </Part>
      </div>
      <Part title="section.bytes" keys={['bytes.form', 'bytes.pick', 'bytes.points']} />
      <Part title="section.versions" keys={['versions.rule', 'versions.hashes', 'versions.earlier']}>
        <VersionTable />
        <LimitsTable />
        <HashedTexts />
      </Part>
    </article>
  )
}

function Part({ title, keys, children }: { title: MethodKey; keys: MethodKey[]; children?: ReactNode }) {
  const t = useTranslation('method')
  return (
    <div className="mt-8">
      <Section title={t(title)}>
        <Rules keys={keys} />
        {children}
      </Section>
    </div>
  )
}

function Rules({ keys }: { keys: MethodKey[] }) {
  const t = useTranslation('method')
  return keys.map(key => (
    <p key={key} className="mt-3 wrap-break-word">
      {t(key, methodValues)}
    </p>
  ))
}

function BaseRules({ kind }: { kind: BaseKind }) {
  const t = useTranslation('method')
  const drawn = inventedBase(kind)
  return (
    <section id={kind} aria-label={t(`base.${kind}`)} className="mt-6">
      <h3 className="text-14 font-strong">{t(`base.${kind}`)}</h3>
      {drawn && <BaseDrawing of={drawn} name={t(`base.${kind}`)} />}
      <Rules keys={rulesOf[kind]} />
      <ChanceRates base={kind} />
    </section>
  )
}

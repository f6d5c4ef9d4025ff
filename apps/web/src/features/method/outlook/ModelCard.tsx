import type { MarketModel } from '@finlist/contract/learning/models'
import { driftRule } from '@finlist/domain/learning/drift'
import { fewestTestWeeks } from '@finlist/domain/learning/skill'
import { rule } from '@finlist/domain/outcome/rule'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../components/copy-button.tsx'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { Link } from '../../../components/link.tsx'
import { formatDay } from '../../../components/market-dates.ts'
import { formatNumber } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { DescriptionList, Fact } from '../../../ui/description-list.tsx'
import { DriftTable } from './DriftTable.tsx'
import { Effects } from './Effects.tsx'
import { byLevel, type Entry, levelBand, ofHundred } from './figures.ts'
import { MoneyTable } from './MoneyTable.tsx'
import { Reliability } from './Reliability.tsx'
import { SkillTable } from './SkillTable.tsx'

/** What a market's model was trained on, how it did on weeks that it had not seen, and what it learned. */
export function ModelCard({ model }: { model: MarketModel }) {
  const t = useTranslation('model')
  const { entry } = model
  const { came, drift, gate, level, test } = entry
  const target = ofHundred(came.target)
  const stop = Math.min(ofHundred(came.stop), 100 - target)
  return (
    <>
      {drift?.alarm && <DriftAlarm alarm={drift.alarm} />}
      <p className="mt-3 font-strong">
        {t(`gate.${gate}`, { weeks: gate === 'too-few-weeks' ? fewestTestWeeks : formatNumber(test?.weeks ?? 0) })}
      </p>
      {gate !== 'open' && <p className="mt-2 font-strong">{t(`used.${level.from}`)}</p>}
      <p className="mt-3">
        {t('came', {
          target,
          stop,
          neither: 100 - target - stop,
          gain: 100 * rule.target,
          loss: 100 * rule.stop,
        })}
      </p>
      <Part title={t('facts')}>
        <TrainedOn entry={entry} />
        <p className="mt-3">{t('delisted')}</p>
      </Part>
      {level.from !== 'chance' && (
        <Part title={t('level')}>
          <LevelWords entry={entry} />
        </Part>
      )}
      {test && (
        <Part title={t('said')}>
          <Reliability entry={entry} test={test} />
        </Part>
      )}
      {drift && (
        <Part title={t('drift')}>
          <DriftTable drift={drift} />
        </Part>
      )}
      {test && (
        <Part title={t('skill')}>
          <SkillTable test={test} widen={entry.widen} />
        </Part>
      )}
      {test?.money && (
        <Part title={t('money')}>
          <MoneyTable money={test.money} />
        </Part>
      )}
      <Part title={t('effects')}>
        <Effects entry={entry} />
      </Part>
      <Part title={t('record')}>
        <InRecord model={model} />
      </Part>
    </>
  )
}

type Alarm = NonNullable<NonNullable<Entry['drift']>['alarm']>

function DriftAlarm({ alarm: { on, way } }: { alarm: Alarm }) {
  const t = useTranslation('model')
  return (
    <p role="note" className="mt-4 border-l-2 border-wrong bg-wash px-3 py-2 text-14">
      {t(`drift.${way}`, { date: formatDay(on) })} {t('drift.off', { weeks: driftRule.alarmDays / 7 })}
    </p>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-6">
    <h3 className="font-strong">{title}</h3>
    {children}
  </section>
)

function TrainedOn({ entry: { from, until, stocks, rows, test } }: { entry: Entry }) {
  const t = useTranslation('model')
  const days = (of: { from: string; until: string }) => ({ from: formatDay(of.from), until: formatDay(of.until) })
  return (
    <DescriptionList>
      <Fact name={t('fact.prices')}>{t('fact.days', days({ from, until }))}</Fact>
      <Fact name={t('fact.stocks')}>{formatNumber(stocks)}</Fact>
      <Fact name={t('fact.rows')}>{formatNumber(rows)}</Fact>
      <Fact name={t('fact.test')}>
        {test ? t('fact.weeks', { weeks: formatNumber(test.weeks), ...days(test) }) : t('fact.untested')}
      </Fact>
    </DescriptionList>
  )
}

/** A chance in thousandths, about that of a stock of usual volatility. */
const exampleChance = 200

function LevelWords({ entry }: { entry: Entry }) {
  const t = useTranslation('model')
  const band = levelBand(entry, 'chance').find(({ said }) => said === exampleChance)
  return (
    <>
      <p className="mt-2">
        {t('level.at', {
          chance: ofHundred(exampleChance),
          level: ofHundred(byLevel(entry.level.target, exampleChance)),
        })}
      </p>
      {band && <p className="mt-2">{t('level.years', { low: ofHundred(band.low), high: ofHundred(band.high) })}</p>}
    </>
  )
}

function InRecord({ model: { id, seq, madeAt, entry } }: { model: MarketModel }) {
  const t = useTranslation('model')
  const command = `finlist learn --market ${entry.market} --until ${entry.until}`
  return (
    <>
      <DescriptionList>
        <Fact name={t('record.entry')}>{t('record.number', { seq })}</Fact>
        <Fact name={t('record.date')}>{hongKongDate(madeAt, 'long')}</Fact>
        <Fact name={t('record.id')}>
          <Hash of={id} />
        </Fact>
        <Fact name={t('record.inputs')}>
          <Hash of={entry.inputs} />
        </Fact>
        <Fact name={t('record.constants')}>
          <Hash of={entry.constants} />
        </Fact>
        <Fact name={t('record.command')}>
          <span className="flex flex-wrap items-center gap-3">
            <Hash of={command} /> <CopyButton text={command} />
          </span>
        </Fact>
      </DescriptionList>
      <p className="mt-3">{t('record.what')}</p>
      <p className="mt-2">
        <Link to="/verify" className="text-accent underline">
          {t('record.verify')}
        </Link>
      </p>
    </>
  )
}

const Hash = ({ of }: { of: string }) => <code className="text-12 break-all">{of}</code>

import type { Fault } from '@finlist/domain/record/chain'
import { headLine } from '@finlist/domain/record/head-line'
import { CopyButton } from '../../components/copy-button.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import type { Checked } from './check-record.ts'

/**
 * The result of the check: first the verdict, then the errors found, then what the user should keep for a later check.
 */
export function ChainResult({ checked, withHead }: { checked: Checked; withHead: boolean }) {
  const t = useTranslation('verify')
  const { report, checkpoint, masked, origin } = checked
  const { head, faults, faultCount, keys, outcomes, outlooks } = report
  if (!head && faultCount === 0) return <p>{t('empty')}</p>
  const entries = head?.seq ?? 0
  const isSound = faultCount === 0
  return (
    <div className="grid gap-3">
      <p className={`text-16 font-strong ${isSound ? 'text-good' : 'text-wrong'}`}>
        {isSound ? t('sound', { count: entries }) : t('faults', { count: faultCount, entries })}
      </p>
      {isSound && withHead && <p>{t('held')}</p>}
      {!isSound && <Faults faults={faults} count={faultCount} />}
      {checkpoint && <p className={checkpoint === 'fits' ? '' : 'text-wrong'}>{t(`checkpoint.${checkpoint}`)}</p>}
      {masked > 0 && <p>{t('masked', { count: masked })}</p>}
      {isSound && outcomes > 0 && <p>{t('outcomes', { count: outcomes })}</p>}
      {isSound && outlooks > 0 && <p>{t('outlooks', { count: outlooks })}</p>}
      {keys.map(({ seq, keyId, lost }) => (
        <p key={seq} className={`wrap-anywhere ${lost ? 'text-wrong' : ''}`}>
          {t(lost ? 'key.lost' : 'key', { seq, keyId })}
        </p>
      ))}
      {head && isSound && <Newest line={headLine(origin ?? 'record', head)} />}
    </div>
  )
}

function Newest({ line }: { line: string }) {
  const t = useTranslation('verify')
  return (
    <div>
      <p>{t('newest')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-md bg-panel px-2 py-1 text-12 wrap-anywhere">{line}</code>
        <CopyButton text={line} />
      </div>
    </div>
  )
}

function Faults({ faults, count }: { faults: readonly Fault[]; count: number }) {
  const t = useTranslation('verify')
  const keyed = faults.map((fault, at) => ({ ...fault, at }))
  return (
    <div>
      <FigureTable
        caption={t('column.fault')}
        rows={keyed}
        keyOf={({ at }) => String(at)}
        columns={[
          { label: t('column.entry'), of: ({ seq, to }) => (to ? t('entries', { from: seq, to }) : seq) },
          { label: t('column.fault'), words: true, of: ({ fault }) => t(`fault.${fault}`) },
        ]}
      />
      {count > faults.length && <p className="mt-2 text-faded">{t('faults.more', { count: faults.length })}</p>}
    </div>
  )
}

import type { Difference } from '@finlist/domain/record/rebuild'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import type { AgainState } from './use-make-again.ts'

const megabyte = 1_000_000

/** The result of rebuilding a list. */
export function ListResult({ state }: { state: AgainState }) {
  const t = useTranslation('verify')
  if ('working' in state)
    return <p className="text-faded">{t('list.working', { megabytes: Math.round(state.working / megabyte) })}</p>
  if ('error' in state) return <CallFailed error={state.error} />
  if ('stopped' in state) return <p>{t('stopped')}</p>
  if ('not' in state) return <p>{t(`list.${state.not}`)}</p>
  if ('fault' in state) return <p className="text-wrong">{t(`bars.${state.fault}`, { line: state.line })}</p>
  if (state.differences.length > 0) return <Differs differences={state.differences} />
  return (
    <>
      <p className="text-16 font-strong text-good">{t('list.same', { stocks: state.stocks })}</p>
      {state.lacksModel && <p>{t('list.no-model')}</p>}
    </>
  )
}

function Differs({ differences }: { differences: readonly Difference[] }) {
  const t = useTranslation('verify')
  const words = ({ code, field, recorded, made }: Difference) => {
    const said = { field, recorded: recorded || t('list.nothing'), made: made || t('list.nothing') }
    return code === undefined ? t('list.differs-beside', said) : t('list.differs', { code, ...said })
  }
  return (
    <>
      <p className="font-strong text-wrong">{t('list.differ', { count: differences.length })}</p>
      <ul className="mt-1 grid gap-1 wrap-anywhere">
        {differences.map(difference => (
          <li key={`${difference.code} ${difference.field}`}>{words(difference)}</li>
        ))}
      </ul>
      <p className="mt-2">{t('list.later')}</p>
    </>
  )
}

import type { Screened } from '@finlist/contract/screener'
import { type FigureName, isFigure, type TextName } from '@finlist/domain/screener/figures'
import type { UseQueryResult } from '@tanstack/react-query'
import { CallError } from '../../../../api/call-error.ts'
import { CallFailed } from '../../../../components/notices/call-failed.tsx'
import { useAsCharts, useSparks } from '../../../../components/small-charts/chosen.ts'
import { ViewSwitch } from '../../../../components/small-charts/lazy.tsx'
import { ColumnsButton } from '../../../../components/views/columns-button.tsx'
import { useTranslation } from '../../../../i18n/texts.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Switch } from '../../../../ui/fields/switch.tsx'
import { useIsPhone } from '../../../../ui/is-phone.ts'
import { usualColumns } from '../address.ts'
import { choosable } from '../columns.tsx'
import { useFigureWords } from '../figure-words.ts'
import type { Asked } from '../queries.ts'
import type { Change, Shown } from '../use-screen-address.ts'
import { Charts } from './Charts.tsx'
import { ExportButton } from './ExportButton.tsx'
import { Rows } from './Rows.tsx'
import { Summary } from './Summary.tsx'
import { Waiting } from './Waiting.tsx'

type Props = {
  shown: Shown
  change: Change
  asked: Asked
  /** The columns, with those of the query's figures. */
  figures: readonly FigureName[]
  found: UseQueryResult<Screened>
  textName: (name: TextName, text: string) => string
}

/** What the server found wrong with the query; undefined for any other error. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof CallError && error.httpStatus === 400 && error.errors[0]?.code === 'query-wrong'
    ? error.errors[0].message
    : undefined

/** The matches, with their number and the choice of columns. */
export function Results({ shown, change, asked, figures, found, textName }: Props) {
  const t = useTranslation('screener')
  const { nameOf } = useFigureWords()
  const phone = useIsPhone()
  const [asCharts] = useAsCharts('screener')
  const [hasSparks, setSparks] = useSparks()
  const { data, error, isPlaceholderData: busy } = found
  if (error && refusalOf(error) !== undefined) return <EmptyState>{t('empty.mistake')}</EmptyState>
  if (error) return <CallFailed error={error} onRetry={() => void found.refetch()} />
  if (!data) return <Waiting isPast={asked.on !== undefined} />
  const setColumns = (chosen: readonly string[] | null) => chosen?.filter(isFigure) ?? usualColumns
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 md:pb-1">
        <Summary data={data} busy={busy} isPast={asked.on !== undefined} />
        <div className="flex max-w-full flex-wrap items-center gap-x-5">
          {!phone && !asCharts && <Switch label={t('sparks')} checked={hasSparks} onChange={setSparks} />}
          <ViewSwitch list="screener" />
          <ColumnsButton
            label={t('columns')}
            columns={choosable.map(key => ({ key, label: nameOf(key) }))}
            shown={shown.columns}
            own={{
              isKnown: true,
              view: { columns: [...shown.columns], compact: shown.compact, currency: null },
              change: ({ columns, compact }) => {
                change(
                  {
                    ...(columns !== undefined && { columns: setColumns(columns) }),
                    ...(compact !== undefined && { compact }),
                  },
                  { replace: true },
                )
              },
            }}
          />
          {data.matched > 0 && <ExportButton asked={asked} figures={figures} />}
        </div>
      </div>
      {data.matched === 0 ? (
        <EmptyState>{t('empty.none')}</EmptyState>
      ) : (
        <div className={`isolate ${busy ? 'opacity-60' : ''}`}>
          {asCharts ? (
            <Charts asked={asked} figures={figures} data={data} busy={busy} title={t('results')} />
          ) : (
            <Rows
              asked={asked}
              figures={figures}
              data={data}
              busy={busy}
              compact={shown.compact}
              caption={t('results')}
              textName={textName}
              onSort={sort => change({ sort }, { replace: true })}
            />
          )}
        </div>
      )}
    </>
  )
}

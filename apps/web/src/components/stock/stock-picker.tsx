import { type SelectableStock, selectableStocks } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatDay } from '../market-dates.ts'
import { CallFailed } from '../notices/call-failed.tsx'
import { isSearched, nameOf } from '../stock-name.ts'

const most = 100

export const stocksToChoose = () => ({ ...callQuery(selectableStocks), staleTime: 60 * 60_000 })

type Props = {
  /** The only market to choose from; by default all markets. */
  exchange?: ExchangeId
  picked: SelectableStock | undefined
  onPick: (stock: SelectableStock | undefined) => void
  wrong: boolean
}

/** Picks one of the listed stocks, found by code or name. */
export function StockPicker({ exchange, picked, onPick, wrong }: Props) {
  const stocks = useQuery(stocksToChoose())
  const [sought, setSought] = useState('')
  const typed = useDeferredValue(sought)
  const offered = useMemo(
    () => stocks.data?.filter(stock => exchange === undefined || stock.exchange === exchange),
    [stocks.data, exchange],
  )
  const found = useMemo(() => matches(offered ?? [], typed), [offered, typed])
  if (stocks.error) return <CallFailed error={stocks.error} onRetry={() => void stocks.refetch()} />
  if (!offered) return <Skeleton className="h-11 w-full" />
  return (
    <PickerField
      picked={picked}
      onPick={onPick}
      wrong={wrong}
      sought={sought}
      onSought={setSought}
      found={found}
      firstOf={() => matches(offered, sought)[0]}
    />
  )
}

type FieldProps = Omit<Props, 'exchange' | 'wrong'> & {
  /** The error message; `true` for the default message that no stock was picked. */
  wrong: boolean | string | undefined
  sought: string
  onSought: (sought: string) => void
  /** The matches, at most a hundred; undefined until they are loaded. */
  found: readonly SelectableStock[] | undefined
  /** Returns the first match of the current input. */
  firstOf: () => SelectableStock | undefined | Promise<SelectableStock | undefined>
}

/** The search field for a stock, its matches, and the picked stock. */
export function PickerField({ picked, onPick, wrong, sought, onSought, found, firstOf }: FieldProps) {
  const t = useTranslation('watchlist')
  const id = useId()
  const fault = wrong && (
    <p id={`${id}-wrong`} className="mt-1 text-13 text-wrong">
      {wrong === true ? t('stock.required') : wrong}
    </p>
  )
  if (picked)
    return (
      <div>
        <div className="flex items-center justify-between gap-3 border-b border-line pb-2">
          <p id={`${id}-picked`} className="min-w-0 truncate text-16">
            <b className="font-strong">{padded(picked.exchange, picked.stockCode)}</b> {nameOf(picked)}{' '}
            <span className="text-12 text-faded">
              {picked.delistedOn && `${t('stock.delisted', { date: formatDay(picked.delistedOn, 'short') })} · `}
              {picked.exchange}
            </span>
          </p>
          <Button ref={focus} variant="quiet" aria-describedby={`${id}-picked`} onClick={() => onPick(undefined)}>
            {t('stock.other')}
          </Button>
        </div>
        {fault}
      </div>
    )
  const takeFirst = async () => {
    const first = await firstOf()
    if (first) onPick(first)
  }
  /** Enter in the field picks the first match. Arrow keys move between the field and the matches. */
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const field = event.currentTarget.querySelector('input')
    const stops = [field, ...event.currentTarget.querySelectorAll<HTMLElement>('li button')]
    const at = stops.indexOf(event.target as HTMLElement)
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (at === 0 && event.key === 'Enter') void takeFirst()
    else if (at >= 0 && way) stops[at + way]?.focus()
    else return
    event.preventDefault()
  }
  return (
    // Handles the keys of the field and the buttons inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      aria-describedby={wrong ? `${id}-wrong` : undefined}
      data-wrong={wrong ? '' : undefined}
      onKeyDown={press}
    >
      <legend className="mb-1 text-13 font-strong">{t('stock')}</legend>
      <SearchField label={t('stock.find')} clearLabel={t('stock.clear')} value={sought} onChange={onSought} />
      {fault}
      {sought.trim() !== '' && found && (
        <>
          <ul className="mt-1 max-h-64 overflow-y-auto overscroll-contain rounded-md border border-line">
            {found.map(stock => (
              <li key={`${stock.exchange} ${stock.stockCode}`}>
                <button
                  type="button"
                  onClick={() => onPick(stock)}
                  className="flex min-h-11 w-full items-center gap-2 px-3 text-start text-14 -outline-offset-2 hover:bg-wash md:min-h-8"
                >
                  <b className="shrink-0 font-strong">{padded(stock.exchange, stock.stockCode)}</b>
                  <span className="min-w-0 flex-1 truncate">{nameOf(stock)}</span>
                  <span className="shrink-0 text-12 text-faded">
                    {stock.delistedOn && `${t('stock.delisted', { date: formatDay(stock.delistedOn, 'short') })} · `}
                    {stock.exchange}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <output className="mt-1 block text-12 text-faded">
            {found.length === 0 ? t('stock.none') : found.length === most && t('stock.more', { count: most })}
          </output>
        </>
      )}
    </fieldset>
  )
}

/** Takes over the focus after a choice by keyboard, because the field has been removed. */
const focus = (button: HTMLElement | null) => button?.focus()

const digits = /^\d+$/

/**
 * Returns at most a hundred matches: the exact code first, then numeric codes in ascending order, then other codes, and
 * delisted stocks last.
 */
function matches(stocks: readonly SelectableStock[], typed: string): SelectableStock[] {
  const sought = typed.normalize('NFKC').trim().toLowerCase()
  if (sought === '') return []
  const isIt = ({ stockCode }: SelectableStock) =>
    stockCode.toLowerCase() === sought || (digits.test(sought) && digits.test(stockCode) && +stockCode === +sought)
  return stocks
    .filter(stock => isSearched(stock, typed))
    .toSorted((a, b) => Number(isIt(b)) - Number(isIt(a)) || isGone(a) - isGone(b) || byCode(a.stockCode, b.stockCode))
    .slice(0, most)
}

const isGone = ({ delistedOn }: SelectableStock) => Number(delistedOn !== undefined)

function byCode(a: string, b: string): number {
  const [left, right] = [digits.test(a), digits.test(b)]
  if (left !== right) return left ? -1 : 1
  return left ? Number(a) - Number(b) : a.localeCompare(b, 'en')
}

import type { ScreenedRow } from '@finlist/contract/screener'
import type { FigureName } from '@finlist/domain/screener/figures'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Asked, rowsOf } from '../queries.ts'

type Props = {
  asked: Asked
  figures: readonly FigureName[]
  from: number
  waiting: ReactNode
  failed: (error: unknown, retry: () => void) => ReactNode
  children: (rows: readonly ScreenedRow[]) => ReactNode
}

/** A further page of rows, which it requests. */
export function Page({ asked, figures, from, waiting, failed, children }: Props) {
  const { data, error, refetch } = useQuery(rowsOf(asked, figures, from))
  if (error) return failed(error, () => void refetch())
  return data ? children(data.rows) : waiting
}

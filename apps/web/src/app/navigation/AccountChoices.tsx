import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { write } from '../../api/storage.ts'
import { applyRisingPrices } from '../../api/theme.ts'

/** Applies the account's colour of rising prices and its start page, which may have been chosen on another device. */
export function AccountChoices() {
  const { risingPrices, startPage } = useQuery(callQuery(user)).data ?? {}
  useEffect(() => {
    if (risingPrices) applyRisingPrices(risingPrices)
  }, [risingPrices])
  useEffect(() => {
    if (startPage != null) write('startPage', startPage)
  }, [startPage])
  return null
}

import { user } from '@finlist/contract/account'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../api/query-client.ts'
import { write } from '../api/storage.ts'
import { applyRisingPrices } from '../api/theme.ts'

/** Takes over the colour of rising prices and the start page that the person chose on whatever device. */
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

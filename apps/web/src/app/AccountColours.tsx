import { user } from '@finlist/contract/account'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../api/query-client.ts'
import { applyRisingPrices } from '../api/theme.ts'

/** Takes over the colour of rising prices that the person chose on whatever device. */
export function AccountColours() {
  const chosen = useQuery(callQuery(user)).data?.risingPrices
  useEffect(() => {
    if (chosen) applyRisingPrices(chosen)
  }, [chosen])
  return null
}

import { usualPower } from '@finlist/contract/movers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { CallFailed } from '../../parts/call-failed.tsx'
import { HourLists } from './HourLists.tsx'
import { hourlyMoversPlus } from './queries.ts'
import { VolumeSlider } from './VolumeSlider.tsx'
import { WaitingLists } from './WaitingLists.tsx'

/** The lists above a minimum volume; while others are loading, the shown ones are dimmed. */
export function PlusMovers() {
  const [power, setPower] = useState(usualPower)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...hourlyMoversPlus(10 ** power),
    placeholderData: keepPreviousData,
  })
  const isClosed = error instanceof ForbiddenError
  if (isClosed) return <CallFailed error={error} />
  return (
    <>
      <VolumeSlider power={power} onRelease={setPower} />
      {error && (!data || isPlaceholderData) ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <HourLists hour={data} failed={error !== null} busy={isPlaceholderData} leastVolume={10 ** power} />
      ) : (
        <WaitingLists />
      )}
    </>
  )
}

/**
 * The second at which each video was stopped, or -1 if it was watched to its end. The most recently recorded video
 * comes last.
 */
export type Watched = Readonly<Record<string, number>>

const most = 200
const seen = -1

/** The second from which a video resumes: 0 if it is new or was watched to its end. */
export const stoppedAt = (watched: Watched, vimeoId: string) => Math.max(watched[vimeoId] ?? 0, 0)

/**
 * Records that a video of this `duration` was stopped at a second. Its last twentieth, at most 3 s, counts as its end.
 */
export function nextWatched(
  watched: Watched,
  { vimeoId, at, duration }: { vimeoId: string; at: number; duration: number },
): Watched {
  if (!(duration > 0) || at < 1) return watched
  const others = Object.entries(watched).filter(([id]) => id !== vimeoId)
  const isOver = duration - at < Math.min(3, duration / 20)
  return Object.fromEntries([...others.slice(1 - most), [vimeoId, isOver ? seen : Math.floor(at)]])
}

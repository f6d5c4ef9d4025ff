/** A placeholder at the height of the text to come, never wider than its place. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span data-waiting aria-hidden className={`block max-w-full animate-pulse rounded-sm bg-wash ${className}`} />
}

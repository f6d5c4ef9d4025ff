/**
 * A placeholder with the height of the expected text, never wider than its container. `later`: the page counts as
 * complete while this placeholder is still shown.
 */
export function Skeleton({ className = 'h-4 w-full', later = false }: { className?: string; later?: boolean }) {
  return (
    <span
      data-waiting={later ? undefined : ''}
      aria-hidden
      className={`block max-w-full animate-pulse rounded-sm bg-wash ${className}`}
    />
  )
}

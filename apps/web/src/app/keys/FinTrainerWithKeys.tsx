import FinTrainerScreen from '../../features/fintrainer/FinTrainerScreen.tsx'
import Keys from './Keys.tsx'

/** Lazy-loaded. The game is outside the app's frame, which has the keys of all other screens. */
export default function FinTrainerWithKeys() {
  return (
    <>
      <FinTrainerScreen />
      <Keys />
    </>
  )
}

import { useSyncExternalStore } from 'react'
import { lazy } from './lazy.tsx'
import { Opening } from './opening.tsx'
import type { Question } from './question.ts'

interface Asked extends Question {
  id: number
  answer: (yes: boolean) => void
  answered: Promise<boolean>
}

let questions: readonly Asked[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Asked[]): void {
  questions = next
  for (const listener of listeners) listener()
}

/**
 * Asks once; resolves to true when confirmed, to false when cancelled, closed or escaped. While a question stands, the
 * same one is not asked again: Escape reaches the dialog below too, which would ask whether it may close.
 */
export function confirm(question: Question): Promise<boolean> {
  const same = questions.find(
    ({ title, message }) => title === question.title && message === question.message,
  )
  if (same) return same.answered
  const id = ++lastId
  const { promise: answered, resolve } = Promise.withResolvers<boolean>()
  const answer = (yes: boolean) => {
    change(questions.filter((asked) => asked.id !== id))
    resolve(yes)
  }
  change([...questions, { ...question, id, answer, answered }])
  return answered
}

const loadDialog = () => import('./confirm-dialog.tsx')
const ConfirmDialog = lazy(loadDialog)

/** Before it is needed: who is cut off from the server is asked as well. */
export function preloadQuestions(): void {
  loadDialog().catch(() => undefined)
}

/** Stands once in the application and shows what is being asked, one question after the other. */
export function Questions() {
  const [first] = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => questions,
  )
  return (
    <Opening>
      {first !== undefined && <ConfirmDialog key={first.id} question={first} onAnswer={first.answer} />}
    </Opening>
  )
}

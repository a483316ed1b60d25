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
 * Asks once. Resolves to true if confirmed, to false if cancelled, closed or escaped. While a question is open, the
 * same one is not asked again: Escape also reaches the dialog below, which would ask whether it may close.
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

/** Preloads the dialog, so that it also works while the server is down. */
export function preloadQuestions(): void {
  loadDialog().catch(() => undefined)
}

/** Rendered once in the application; shows one question after another. */
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

import type { Subject } from './subject.ts'

const namesOnlyPlaces = ({ names, terms, states }: Subject) =>
  states.length > 0 && names.length + terms.length === 0

/** Joins places that stand apart with the subject before them: "dengue, no Ceará", "Sobral (CE)". */
function joinPlaces(subjects: readonly Subject[]): Subject[] {
  const joined: Subject[] = []
  for (const subject of subjects) {
    const last = joined.at(-1)
    if (!last || !namesOnlyPlaces(subject)) joined.push(subject)
    else
      joined[joined.length - 1] = {
        ...last,
        phrase: `${last.phrase} (${subject.phrase})`,
        states: [...new Set([...last.states, ...subject.states])],
      }
  }
  return joined
}

/**
 * Gives the places of a sentence to its subjects without a place of their own. A place at the start of the sentence counts
 * for all ("no Ceará, dengue e vacinação"), any other for the subjects before it ("dengue e vacinação no Ceará").
 * `introduced`: states that the sentence names before its first subject.
 */
export function spreadStates(sentence: readonly Subject[], introduced: readonly string[]): Subject[] {
  const joined = joinPlaces(sentence)
  const [first, ...others] = joined
  const opens = first !== undefined && others.length > 0 && namesOnlyPlaces(first)
  const leading = opens ? first.states : introduced
  let following: readonly string[] = []
  return (opens ? others : joined)
    .toReversed()
    .map((subject) => {
      if (subject.states.length === 0) return { ...subject, states: leading.length > 0 ? leading : following }
      following = subject.states
      return subject
    })
    .toReversed()
}

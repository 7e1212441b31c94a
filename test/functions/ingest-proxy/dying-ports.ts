import type { IngestPorts } from '../../../functions/ingest-proxy/ingest-ports.ts'

/**
 * The ports of a process that dies when its `step`-th call to the outside has had its effect, before it hears of it.
 * From then on nothing gets out any more, as after kill -9.
 */
export function dyingPorts(ports: IngestPorts, step: number) {
  let calls = 0
  let dead = false
  const dying =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (dead) throw new Error('dead')
      calls += 1
      if (calls < step) return work(...args)
      await work(...args)
      dead = true
      throw new Error('dead')
    }
  const { documents, marks, originals, queue, knowledge } = ports
  const dyingOnes: IngestPorts = {
    ...ports,
    documents: {
      create: dying(documents.create),
      read: dying(documents.read),
      save: dying(documents.save),
      erase: dying(documents.erase),
      claim: dying(documents.claim),
      release: dying(documents.release),
      giveWay: dying(documents.giveWay),
      list: dying(documents.list),
      due: dying(documents.due),
    },
    marks: {
      read: dying(marks.read),
      readMany: dying(marks.readMany),
      accept: dying(marks.accept),
      letGo: dying(marks.letGo),
      withdraw: dying(marks.withdraw),
      withdrawContent: dying(marks.withdrawContent),
    },
    originals: {
      store: dying(originals.store),
      read: dying(originals.read),
      remove: dying(originals.remove),
      presign: dying(originals.presign),
      probe: dying(originals.probe),
    },
    queue: { send: dying(queue.send) },
    knowledge: { ingest: dying(knowledge.ingest) },
  }
  return { ports: dyingOnes, died: () => dead }
}

// A reply of `Retrieve` (Bedrock API reference, "Retrieve"), as far as it is read. Tolerant: single fields are judged by the table
// in spec 01, so that one bad result never spoils the others.
import * as z from 'zod'

/** The part that must hold for the reply to count as one at all. */
export const retrieveReply = z.lazy(() =>
  z.looseObject({
    retrievalResults: z.array(z.unknown()),
    /** There is more than the reply holds. */
    nextToken: z.unknown().optional(),
  }),
)

/** One result; `content`, `score` and the values of `metadata` as they come. Of another field that is not as the API says, nothing is read. */
export const retrieved = z.lazy(() => {
  const text = z.string().nullish().catch(null)
  const place = z.looseObject({ uri: text, url: text, id: text }).nullish().catch(null)
  return z.looseObject({
    content: z.unknown().optional(),
    score: z.unknown().optional(),
    metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
    documentId: text,
    /** One of these, by the kind of data source; a row of a database has none that names a document. */
    location: z
      .looseObject({
        customDocumentLocation: place,
        s3Location: place,
        webLocation: place,
        confluenceLocation: place,
        salesforceLocation: place,
        sharePointLocation: place,
        kendraDocumentLocation: place,
        oneDriveLocation: place,
        googleDriveLocation: place,
      })
      .nullish()
      .catch(null),
  })
})
export type Retrieved = Readonly<z.infer<typeof retrieved>>

/** `type` is TEXT, or says that there is no text, or says nothing. */
export const retrievedContent = z.lazy(() =>
  z.looseObject({ type: z.unknown().optional(), text: z.unknown().optional() }),
)

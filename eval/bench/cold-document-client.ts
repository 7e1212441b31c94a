// What a function that keeps anything in DynamoDB costs at least: the document client with the commands that ours use, made as
// ours is made.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'

const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 4,
    retryMode: 'adaptive',
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
)

/** Never called: it keeps the commands in the bundle. */
export const handler = async (key: { readonly TableName: string; readonly Key: Record<string, string> }) => {
  await client.send(new GetCommand(key))
  await client.send(new PutCommand({ ...key, Item: key.Key }))
  await client.send(new UpdateCommand(key))
  await client.send(new DeleteCommand(key))
  await client.send(new QueryCommand(key))
  await client.send(new BatchGetCommand({ RequestItems: { [key.TableName]: { Keys: [key.Key] } } }))
}

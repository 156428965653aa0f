/** A call that was made: a promise of the data, which can also give the response. */

export interface CallResult<Data> {
  data: Data;
  /** Status and headers. The body has been read; it is in `data`. */
  response: Response;
}

export interface Call<Data> extends Promise<Data> {
  /** The data with the HTTP response it came in. Fails like the call itself. */
  withResponse(): Promise<CallResult<Data>>;
}

/** Gives a promise of a result the shape of a call. */
export function toCall<Data>(result: Promise<CallResult<Data>>): Call<Data> {
  const data = result.then((answer) => answer.data) as Call<Data>;
  data.withResponse = () => {
    // Who asks for the response handles the failure there. The other promise must not report it as
    // unhandled.
    data.catch(() => {});
    return result;
  };
  return data;
}

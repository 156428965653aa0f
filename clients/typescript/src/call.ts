/** A call that was made: a promise of the data, which can also give the response. */
import type { Call, CallResult } from "../../../generated/methods.ts";

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

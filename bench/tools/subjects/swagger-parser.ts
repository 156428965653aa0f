import SwaggerParser from "@apidevtools/swagger-parser";
import { Failure, type Tool } from "../tool.ts";

export const swaggerParser: Tool = {
  name: "swagger-parser",
  package: "@apidevtools/swagger-parser",
  trials: [
    {
      does: "validates",
      async run({ document }) {
        await SwaggerParser.validate(document).catch((error: Error) => {
          throw new Failure(error.message.split("\n").join(" "));
        });
      },
    },
  ],
};

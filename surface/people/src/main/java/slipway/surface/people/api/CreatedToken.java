package slipway.surface.people.api;

import java.util.Optional;
import slipway.surface.api.json.ApiField;

/** A token that was just made. */
public record CreatedToken(
        @ApiField(
                        value =
                                "The token in full, this once; absent in the answer to a request that was sent again.",
                        example = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c")
                Optional<String> text,
        @ApiField(value = "Its first eight characters after the prefix.", example = "4tQm1vNc")
                String token) {}

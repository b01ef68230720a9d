"""The vocabulary of a reading: what a customer message does, what a reply does, and what can be asked about.

Both readers (rules and, later, a model) speak it, the checks judge by it, and the simulated buyer plans in it.
An act may carry a `value`: the form value that a statement gives (`wholesale`), the parameter that a question is about
(`length`), the department that a deferral names (`sales`). Values are normalised; the quote keeps the wording.
"""

from enum import StrEnum
from typing import Final


class CustomerAct(StrEnum):
    """What one customer message does. Sources: the triggers of Parts 1 to 6 of the specification."""

    GREETS = "greets"
    THANKS = "thanks"
    ACKNOWLEDGES = "acknowledges"  # OK, looking, an emoji: carries no information (M-102 check_3)
    SAYS_GOODBYE = "says_goodbye"
    ASKS_PRODUCT = "asks_product"  # what cables there are, to see styles
    ASKS_CATALOGUE = "asks_catalogue"  # value: "full" or "plain"
    ASKS_PICTURE = "asks_picture"
    ASKS_VIDEO = "asks_video"
    ASKS_PRICE = "asks_price"
    ASKS_DISCOUNT = "asks_discount"
    ASKS_FREIGHT = "asks_freight"
    ASKS_DUTY = "asks_duty"
    ASKS_MOQ = "asks_moq"
    ASKS_SAMPLE = "asks_sample"
    ASKS_PAYMENT = "asks_payment"
    ASKS_DELIVERY = "asks_delivery"
    ASKS_SHIPPING = "asks_shipping"
    ASKS_CERTIFICATION = "asks_certification"
    ASKS_MARKET_ACCESS = "asks_market_access"
    ASKS_CUSTOMIZATION = "asks_customization"
    ASKS_LOGO = "asks_logo"
    ASKS_PACKAGING = "asks_packaging"
    ASKS_STOCK = "asks_stock"
    ASKS_PARAMETER = "asks_parameter"  # value: a Parameter
    ASKS_PLATFORM = "asks_platform"  # a shop, a platform, a link, a web site
    ASKS_COMPANY = "asks_company"
    ASKS_AFTER_SALES = "asks_after_sales"
    ASKS_HUMAN = "asks_human"
    ASKS_IDENTITY = "asks_identity"  # are you a bot?
    ASKS_UNKNOWN = "asks_unknown"  # a question whose subject was not read
    STATES_CUSTOMER_TYPE = "states_customer_type"  # value: wholesale, online, own_brand, gift
    STATES_ROLE = "states_role"  # value: owner, purchaser
    STATES_BUSINESS = "states_business"  # evidence of an enterprise or a sales channel
    STATES_BUYING = "states_buying"  # bare "buyer", "buying"
    STATES_PERSONAL_USE = "states_personal_use"
    STATES_QUANTITY = "states_quantity"
    STATES_INTERFACE = "states_interface"
    STATES_POWER = "states_power"
    STATES_LENGTH = "states_length"
    STATES_APPEARANCE = "states_appearance"  # a described look: colour, braid, …
    STATES_PACKAGING = "states_packaging"
    CHOOSES_STYLE = "chooses_style"  # points at one of the styles shown
    NAMES_MODEL = "names_model"  # an exact model or SKU
    STATES_MARKET = "states_market"
    STATES_COMPANY = "states_company"
    GIVES_CONTACT = "gives_contact"
    WANTS_WECHAT = "wants_wechat"  # a clear wish to connect on a messenger
    HAGGLES = "haggles"
    INSULTS = "insults"
    SENDS_SEXUAL = "sends_sexual"
    SENDS_SCAM = "sends_scam"
    ADVERTISES = "advertises"
    GOES_OFF_TOPIC = "goes_off_topic"
    ASKS_OTHER_TASK = "asks_other_task"
    INJECTS = "injects"  # tries to steer or open the assistant


class ReplyAct(StrEnum):
    """What one reply does. Sources: the checks of Parts 1 to 4."""

    GREETS = "greets"
    INTRODUCES = "introduces"
    ASKS = "asks"  # value: a Field
    NAMES_DIRECTION = (
        "names_direction"  # in the type question; value: a customer type, or "unknown" for an option not read
    )
    NEGATES = "negates"  # something is denied or said not to be possible
    RESTATES = "restates"  # asks to confirm what the customer said
    OFFERS_HELP = "offers_help"  # courtesy: anything else?
    ACKNOWLEDGES = "acknowledges"
    INVITES_TO_LOOK = "invites_to_look"  # invites to look at the product directions
    ASKS_FIXED_FORMAT = "asks_fixed_format"
    AFFIRMS = "affirms"  # yes, it can be done, it is there
    ANSWERS = "answers"  # value: a topic; a statement about it
    GIVES_PRICE = "gives_price"
    GIVES_DISCOUNT = "gives_discount"
    GIVES_FREIGHT = "gives_freight"
    GIVES_DUTY = "gives_duty"
    GIVES_TIME = "gives_time"
    GIVES_NUMBER = "gives_number"  # value: the kind of number (power, length, pieces, percent, …)
    DEFERS_TO = "defers_to"  # value: a Department
    CANNOT_SAY = "cannot_say"
    SAYS_RECEIVED = "says_received"
    SAYS_OFF_HOURS = "says_off_hours"
    SAYS_NEXT_OPENING = "says_next_opening"
    SAYS_SPECS_AND_QUOTE = "says_specs_and_quote"
    ANALYSES = "analyses"  # speaks about customers of a kind from outside
    CORRECTS_CUSTOMER = "corrects_customer"
    CLAIMS_STOCK = "claims_stock"
    CLAIMS_HOT = "claims_hot"
    CLAIMS_SALES = "claims_sales"
    CLAIMS_FREE = "claims_free"
    CLAIMS_PLATFORM = "claims_platform"
    CLAIMS_CERTIFIED = "claims_certified"  # value: "goods" where it is said of goods
    CLAIMS_HUMAN = "claims_human"
    CLAIMS_LIVED = "claims_lived"
    PROMISES = "promises"
    REFUSES_ORDER = "refuses_order"
    ASKS_CONTACT = "asks_contact"  # value: wechat, phone, mail
    OFFERS_PRIVATE_DEAL = "offers_private_deal"
    LEAKS_PROCESS = "leaks_process"
    LEAKS_NAMES = "leaks_names"


# Acts that a model is asked about: all of a customer's, and of a reply's those that need understanding. The others (a
# figure is given, something is denied) the checks use in step with the rules' own ways of finding them.
MODEL_CUSTOMER_ACTS: Final = frozenset(CustomerAct)
MODEL_REPLY_ACTS: Final = frozenset(ReplyAct) - {
    ReplyAct.GREETS,
    ReplyAct.NAMES_DIRECTION,
    ReplyAct.NEGATES,
    ReplyAct.RESTATES,
    ReplyAct.OFFERS_HELP,
    ReplyAct.ACKNOWLEDGES,
    ReplyAct.AFFIRMS,
    ReplyAct.ANSWERS,
    ReplyAct.GIVES_NUMBER,
    ReplyAct.CANNOT_SAY,
}


class Field(StrEnum):
    """What a reply can ask for: the form's keys, and what is none of them."""

    CUSTOMER_TYPE = "customer_type"
    BUYER_ROLE = "buyer_role"
    PRODUCT = "product"
    INTERFACE = "interface"
    APPEARANCE = "appearance"
    POWER = "power"
    LENGTH = "length"
    QUANTITY = "quantity"
    PACKAGING = "packaging"
    CUSTOMIZATION = "customization"
    TARGET_MARKET = "target_market"
    COMPANY = "company"
    WEBSITE = "website"
    POSITION = "position"
    CITY = "city"
    COUNTRY = "country"
    COLOUR = "colour"  # no key of the form: a part of the appearance
    CONTACT = "contact"
    OTHER = "other"  # a question whose subject the reader does not know


class Parameter(StrEnum):
    """The product parameters that a customer asks about or a table holds."""

    POWER = "power"
    LENGTH = "length"
    MATERIAL = "material"
    COLOUR = "colour"
    DIAMETER = "diameter"
    CURRENT = "current"
    DATA_SPEED = "data_speed"
    DURABILITY = "durability"
    WEIGHT = "weight"
    INTERFACE = "interface"
    GENERAL = "general"  # "the specs", no single one


class Department(StrEnum):
    """Whom a deferral may name."""

    SALES = "sales"
    COMMERCIAL = "commercial"
    TECHNICAL = "technical"
    PRODUCTION = "production"
    COLLEAGUE = "colleague"


CUSTOMER_TYPES: Final = ("wholesale", "online", "own_brand", "gift")
BUYER_ROLES: Final = ("owner", "purchaser")

# Messages that trigger the posters (M-007), when the look is not settled.
POSTER_TRIGGERS: Final = frozenset(
    {
        CustomerAct.ASKS_PRODUCT,
        CustomerAct.ASKS_CATALOGUE,
        CustomerAct.ASKS_PRICE,
        CustomerAct.ASKS_MOQ,
        CustomerAct.ASKS_SAMPLE,
        CustomerAct.ASKS_CUSTOMIZATION,
        CustomerAct.ASKS_LOGO,
        CustomerAct.ASKS_PARAMETER,
        CustomerAct.STATES_INTERFACE,
        CustomerAct.STATES_POWER,
    }
)

# Valid new business information after the posters (M-102), exactly the kinds of the card.
BUSINESS_INFORMATION: Final = frozenset(
    {
        CustomerAct.CHOOSES_STYLE,
        CustomerAct.STATES_APPEARANCE,
        CustomerAct.NAMES_MODEL,
        CustomerAct.STATES_INTERFACE,
        CustomerAct.STATES_POWER,
        CustomerAct.STATES_QUANTITY,
        CustomerAct.ASKS_PRICE,
        CustomerAct.ASKS_DISCOUNT,
        CustomerAct.ASKS_MOQ,
        CustomerAct.ASKS_SAMPLE,
        CustomerAct.ASKS_LOGO,
        CustomerAct.ASKS_CUSTOMIZATION,
        CustomerAct.ASKS_CERTIFICATION,
        CustomerAct.ASKS_DELIVERY,
        CustomerAct.STATES_BUSINESS,
        CustomerAct.STATES_CUSTOMER_TYPE,
        CustomerAct.STATES_ROLE,
        CustomerAct.STATES_COMPANY,
        CustomerAct.WANTS_WECHAT,
    }
)
